#include "mahala/geometry/log_change.hpp"

#include <limits>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {

double log_change(const Matrix& s) {
  if (!s.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  return symmetric_eigen(symmetric_part(s)).values.cwiseAbs().maxCoeff();
}

}  // namespace mahala
