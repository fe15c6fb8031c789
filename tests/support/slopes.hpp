// Gradients beside differences of values.
#pragma once

#include <algorithm>
#include <functional>

#include "mahala/core/types.hpp"

namespace mahala::test {

/// The largest difference between a gradient and the central differences of the values, relative
/// to the largest entry of the gradient. f(point, gradient) gives the value.
inline double slope_error(const std::function<double(const Matrix&, Matrix&)>& f, Matrix at,
                          double step = 1e-5) {
  Matrix gradient, ignored;
  f(at, gradient);
  double worst = 0;
  for (Index k = 0; k < at.size(); ++k) {
    const double kept = at(k);
    at(k) = kept + step;
    const double ahead = f(at, ignored);
    at(k) = kept - step;
    const double behind = f(at, ignored);
    at(k) = kept;
    worst = std::max(worst, std::abs((ahead - behind) / (2 * step) - gradient(k)));
  }
  return worst / gradient.cwiseAbs().maxCoeff();
}

}  // namespace mahala::test
