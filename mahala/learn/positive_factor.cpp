#include "mahala/learn/positive_factor.hpp"

#include <algorithm>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {

Matrix positive_factor(const Matrix& w, Index rank) {
  constexpr double rounding = 1e-12;
  const auto [values, vectors] = symmetric_eigen(w);
  const double floor = rounding * std::max(values[0], 0.0);
  const Index own =
      std::count_if(values.begin(), values.end(), [&](double v) { return v > floor; });
  const Index kept = std::min(rank > 0 ? rank : std::max<Index>(own, 1), w.rows());
  return vectors.leftCols(kept) * values.head(kept).cwiseMax(0).cwiseSqrt().asDiagonal();
}

Matrix root_of(const Matrix& w) {
  Matrix root = cholesky_factor(w);
  return root.allFinite() ? root : sqrt_symmetric(w);
}

}  // namespace mahala
