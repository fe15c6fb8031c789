#include "mahala/core/linalg/estimated_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/linalg/vector_units.hpp"

namespace mahala {

EstimatedPoints::EstimatedPoints(const Matrix& points) {
  const Vector centre = points.rowwise().mean();
  const double longest = (points.colwise() - centre).colwise().norm().maxCoeff();
  const double size = longest > 0 ? longest : 1;
  unit = size * size;
  // Products of r terms, their sum and the rounding of the points, all at most 1, times 4.
  error = 4 * static_cast<double>(points.rows() + 8) * std::numeric_limits<float>::epsilon();
  if (std::isnormal(unit)) {
    z = ((points.colwise() - centre) / size).cast<float>();
    squares = z.colwise().squaredNorm();
  } else {
    unit = 1;
    error = 1e30;  // no estimate tells any two apart
    z = MatrixF::Zero(points.rows(), points.cols());
    squares = Eigen::VectorXf::Zero(points.cols());
  }
}

float EstimatedPoints::highest(double limit) const {
  return static_cast<float>(std::min(limit / unit + error, 1e30) * (1 + 1e-6));
}

Index width_of_blocks(Index n) {
  constexpr Index fewest_blocks = 8;
  return std::clamp<Index>(n / fewest_blocks, 8, widest_estimates);
}

MAHALA_WIDEST_VECTORS void mark_near(const float* d, const float* squares, const float* reach,
                                     float own_square, float own_reach, Index n,
                                     std::uint8_t* marks) {
  for (Index j = 0; j < n; ++j) {
    const float estimate = squares[j] + own_square - 2 * d[j];
    const int own = estimate <= own_reach ? in_own_reach : 0;
    const int its = estimate <= reach[j] ? in_its_reach : 0;
    marks[j] = static_cast<std::uint8_t>(own | its);
  }
}

}  // namespace mahala
