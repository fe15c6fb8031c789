#include "mahala/learn/kernel_model.hpp"

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

constexpr double most_numbers = 2e8;  ///< of support samples in a model: 1.6 GB

std::vector<Index> support_of(const Matrix& left, const Matrix& middle) {
  std::vector<Index> kept;
  for (Index i = 0; i < left.rows(); ++i) {
    if (!left.row(i).isZero(0) || !middle.row(i).isZero(0)) kept.push_back(i);
  }
  if (kept.empty()) kept.push_back(0);
  return kept;
}

}  // namespace

Model kernel_model(const Samples& x, const KernelOptions& kernel, Matrix left, Matrix middle,
                   double weight) {
  Model model{.domain = Domain::kernel};
  if (is_precomputed(kernel)) {
    model.left = std::move(left);
    model.kernel.emplace(Samples(Matrix(x.size(), 0)), std::move(middle), kernel, weight);
    return model;
  }
  const auto kept = support_of(left, middle);
  require(static_cast<double>(x.dim()) * static_cast<double>(kept.size()) <= most_numbers,
          "a kernel model would hold {} samples of {} features; reduce the dimension first "
          "(option prepare=pca:N)",
          kept.size(), x.dim());
  const Samples support = x.select(kept);
  model.left = left(kept, Eigen::all);
  model.kernel.emplace(Samples(support.block(0, support.size())), middle(kept, kept), kernel,
                       weight);
  return model;
}

}  // namespace mahala
