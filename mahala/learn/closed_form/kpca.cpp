#include "mahala/learn/closed_form/kpca.hpp"

#include <algorithm>

#include "mahala/learn/kernel_model.hpp"

namespace mahala {
namespace {

constexpr double component_floor = 1e-12;  ///< of an eigenvalue, relative to the largest

/// E of x -> E^T k(x), from the components C = V diag(w)^{1/2} of the samples themselves:
/// E = V diag(w)^{-1/2} = C diag(w)^{-1}, and w are the squared lengths of C's columns. Components
/// of no extent stay 0.
Matrix component_map(const Matrix& components) {
  const Vector w = components.colwise().squaredNorm();
  const double floor = component_floor * w.maxCoeff();
  Matrix map = components;
  for (Index k = 0; k < w.size(); ++k) {
    if (w[k] > floor) {
      map.col(k) /= w[k];
    } else {
      map.col(k).setZero();
    }
  }
  return map;
}

}  // namespace

Options describe(KpcaOptions& o) {
  return joined({{{"rank", &o.rank, "components; 0 = 10, or the number of samples if that is less",
                   at_least(0)}},
                 describe(o.kernel)});
}

Fit kpca(const Dataset& data, const KpcaOptions& options, const Run&) {
  check_bound("rank", options.rank, data.size(), "the number of samples");
  const Index rank = options.rank > 0 ? options.rank : std::min<Index>(10, data.size());
  const KernelOptions kernel = fitted(options.kernel, data.x);
  const Matrix k = centred_kernel(kernel_matrix(data.x, kernel));
  const Matrix components = kernel_components(k, rank);
  const double left_out = std::max(0.0, k.trace() - components.squaredNorm());
  Matrix map = component_map(components), middle = map * map.transpose();
  return {.model = kernel_model(data.x, kernel, std::move(map), std::move(middle), 0),
          .message = "the leading kernel components were found",
          .objective = left_out,
          .certificate = {"exact", 0}};
}

}  // namespace mahala
