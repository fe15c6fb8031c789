#include "mahala/learn/closed_form/kpca.hpp"

#include <algorithm>

#include "mahala/learn/objects.hpp"

namespace mahala {

Options describe(KpcaOptions& o) {
  return joined({{{"rank", &o.rank, "components; 0 = 10, or the number of samples if that is less",
                   at_least(0)}},
                 describe(o.kernel)});
}

Fit kpca(const Dataset& data, const KpcaOptions& options, const Run&) {
  check_bound("rank", options.rank, data.size(), "the number of samples");
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(10, data.size());
  const Matrix k = centred_kernel(kernel_matrix(data.x, options.kernel));
  Matrix components = kernel_components(k, rank);
  const double left_out = std::max(0.0, k.trace() - components.squaredNorm());
  return {.model = objects_model(std::move(components)),
          .message = "the leading kernel components were found",
          .objective = left_out,
          .certificate = {"exact", 0}};
}

}  // namespace mahala
