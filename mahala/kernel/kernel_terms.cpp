#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/kernel/kernel.hpp"

namespace mahala {
namespace {

constexpr std::array<std::string_view, 5> known_kernels = {"gaussian", "linear", "polynomial",
                                                           "precomputed", "pyramid"};

/// "0.3*linear" or "linear"; a weight of 0 stands for none.
KernelTerm term_of(std::string_view text) {
  KernelTerm term{.weight = 0};
  const std::size_t star = text.find('*');
  if (star != std::string_view::npos) {
    const char* end = text.data() + star;
    const auto [last, error] = std::from_chars(text.data(), end, term.weight);
    require(error == std::errc{} && last == end && std::isfinite(term.weight) && term.weight > 0,
            "option kernel: '{}' is not a weight > 0", text.substr(0, star));
    text.remove_prefix(star + 1);
  }
  term.name = text;
  const std::vector<std::string_view> names(known_kernels.begin(), known_kernels.end());
  require(std::find(known_kernels.begin(), known_kernels.end(), text) != known_kernels.end(),
          "option kernel: there is no kernel '{}'{} (there are: {}, and sums of them as "
          "linear+gaussian or 0.3*linear+0.7*gaussian)",
          text, did_you_mean(text, names), fmt::join(known_kernels, ", "));
  return term;
}

}  // namespace

std::vector<KernelTerm> kernel_terms(const std::string& kernel) {
  std::vector<KernelTerm> terms;
  for (std::size_t begin = 0; begin <= kernel.size();) {
    const std::size_t end = std::min(kernel.find('+', begin), kernel.size());
    terms.push_back(term_of(std::string_view(kernel).substr(begin, end - begin)));
    begin = end + 1;
  }
  const auto weighted = std::count_if(terms.begin(), terms.end(),
                                      [](const KernelTerm& term) { return term.weight > 0; });
  require(weighted == 0 || weighted == std::ssize(terms),
          "option kernel: either all kernels of a sum have a weight or none");
  for (KernelTerm& term : terms) {
    require(terms.size() == 1 || term.name != "precomputed",
            "option kernel: a precomputed kernel stands alone; add the matrices instead");
    if (weighted == 0) term.weight = 1 / static_cast<double>(terms.size());
  }
  return terms;
}

bool is_precomputed(const KernelOptions& options) {
  return kernel_terms(options.kernel).front().name == "precomputed";
}

}  // namespace mahala
