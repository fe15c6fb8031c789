/// @file
/// A spectral function of a matrix, by definition.
#pragma once

#include <algorithm>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/optimize/spectral/spectral_function.hpp"

namespace mahala::test {

/// f(W) for symmetric positive semidefinite W; eigenvalues below 0 count as 0.
inline double spectral_value(const SpectralFunction& f, const Matrix& w) {
  double sum = 0;
  for (const double each : symmetric_eigen(w).values) sum += f.value(std::max(each, 0.0));
  return sum;
}

}  // namespace mahala::test
