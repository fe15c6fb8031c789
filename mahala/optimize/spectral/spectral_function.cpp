#include "mahala/optimize/spectral/spectral_function.hpp"

#include <algorithm>

#include "mahala/core/linalg/linalg.hpp"

namespace mahala {

double spectral_value(const SpectralFunction& f, const Matrix& w) {
  double sum = 0;
  for (const double each : symmetric_eigen(w).values) sum += f.value(std::max(each, 0.0));
  return sum;
}

}  // namespace mahala
