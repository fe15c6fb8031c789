#include "mahala/optimize/neighbours/estimated_points.hpp"

#include <algorithm>
#include <limits>

namespace mahala {

EstimatedPoints::EstimatedPoints(const Matrix& points) {
  const Vector centre = points.rowwise().mean();
  const double longest = (points.colwise() - centre).colwise().norm().maxCoeff();
  const double size = longest > 0 ? longest : 1;
  z = ((points.colwise() - centre) / size).cast<float>();
  squares = z.colwise().squaredNorm();
  unit = size * size;
  // Products of r terms, their sum and the rounding of the points, all at most 1, times 4.
  error = 4 * static_cast<double>(points.rows() + 8) * std::numeric_limits<float>::epsilon();
}

float EstimatedPoints::highest(double limit) const {
  return static_cast<float>(std::min(limit / unit + error, 1e30) * (1 + 1e-6));
}

}  // namespace mahala
