#include "mahala/model/model_kernel.hpp"

#include <charconv>
#include <cmath>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

const std::string kernel_prefix = "kernel.", weight_name = kernel_prefix + "weight",
                  option_prefix = kernel_prefix + "option.";

const std::string& entry(const Metadata& metadata, const std::string& name) {
  const auto found = metadata.find(name);
  require(found != metadata.end(), "metadata {} is missing", name);
  return found->second;
}

double number(const Metadata& metadata, const std::string& name) {
  const std::string& digits = entry(metadata, name);
  double value = 0;
  const char* end = digits.data() + digits.size();
  const auto [last, error] = std::from_chars(digits.data(), end, value);
  require(error == std::errc() && last == end, "{} '{}' is not a number", name, digits);
  return value;
}

}  // namespace

void add_kernel(const LearnedKernel& kernel, Metadata& metadata) {
  metadata[weight_name] = fmt::format("{}", kernel.weight());
  KernelOptions options = kernel.options();
  for (const Option& option : describe(options)) {
    metadata[option_prefix + std::string(option.name)] = value(option);
  }
}

const Matrix& stored_support(const LearnedKernel& kernel) {
  const auto* dense = std::get_if<Matrix>(&kernel.support().storage());
  require(dense != nullptr, "support samples are stored as {} and not as double",
          kernel.support().storage_name());
  return *dense;
}

LearnedKernel read_kernel(const Metadata& metadata, Matrix support, Matrix middle) {
  KernelOptions options;
  const Options described = describe(options);
  for (const Option& option : described) {
    set(described, option.name, entry(metadata, option_prefix + std::string(option.name)));
  }
  return {Samples(std::move(support)), std::move(middle), options, number(metadata, weight_name)};
}

void check_kernel(const LearnedKernel& kernel, const Model& model) {
  require(model.left.rows() == kernel.middle().rows(),
          "left has {} rows for a kernel with {} support samples", model.left.rows(),
          kernel.middle().rows());
  require(std::isfinite(kernel.weight()) && kernel.weight() >= 0,
          "the weight of the kernel is {}; it has to be finite and not negative", kernel.weight());
  require(model.identity == 0, "the identity is {} for a kernel, which has none", model.identity);
  require(kernel.middle().allFinite() && stored_support(kernel).allFinite(),
          "the kernel holds a number that is not finite");
  const double size = kernel.middle().cwiseAbs().maxCoeff();
  require((kernel.middle() - kernel.middle().transpose()).cwiseAbs().maxCoeff() <= 1e-8 * size,
          "the middle of the kernel is not symmetric");
  kernel_terms(kernel.options().kernel);
}

}  // namespace mahala
