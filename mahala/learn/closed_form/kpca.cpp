#include "mahala/learn/closed_form/kpca.hpp"

#include <algorithm>

#include "mahala/learn/kernel_model.hpp"

namespace mahala {
Options describe(KpcaOptions& o) {
  return joined({{{"rank", &o.rank, "components; 0 = 10, or the number of samples if that is less",
                   at_least(0)}},
                 describe(o.kernel)});
}

Fit kpca(const Dataset& data, const KpcaOptions& options, const Run&) {
  check_bound("rank", options.rank, data.size(), "the number of samples");
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(10, data.size());
  const KernelCoordinates found = kernel_coordinates(data.x, options.kernel, rank);
  return {.model = kernel_model(data.x, found, Matrix::Identity(rank, rank)),
          .message = "the leading kernel components were found",
          .objective = found.left_out,
          .certificate = {"exact", 0}};
}

}  // namespace mahala
