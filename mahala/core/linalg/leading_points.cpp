#include "mahala/core/linalg/leading_points.hpp"

#include <algorithm>

#include "mahala/core/linalg/linalg.hpp"

namespace mahala {
namespace {

constexpr Index fewest_coordinates = 48, lanes_of_floats = 16;
constexpr double leading_share = 0.75, most_leading = 0.6;
constexpr double usual_error = 1;  ///< of an estimate, far beyond which nothing is excluded

/// How many of the eigenvalues, largest first, make the share; a multiple of lanes, less
/// one for t.
Index leading_count(const Vector& values) {
  const double wanted = leading_share * values.cwiseMax(0.0).sum();
  double sum = 0;
  Index count = 0;
  while (count < values.size() && sum < wanted) sum += values[count++];
  return (count + lanes_of_floats) / lanes_of_floats * lanes_of_floats - 1;
}

}  // namespace

LeadingPoints::LeadingPoints(const EstimatedPoints& points) {
  const Index r = points.z.rows(), n = points.z.cols();
  if (r < fewest_coordinates || n <= r || !(points.error < usual_error)) return;
  const Matrix all = points.z.cast<double>();
  Matrix scatter = Matrix::Zero(r, r);
  add_square(1, all, scatter);
  scatter.triangularView<Eigen::StrictlyUpper>() = scatter.transpose();
  const Spectrum spectrum = symmetric_eigen(std::move(scatter));
  const Index count = leading_count(spectrum.values);
  if (static_cast<double>(count + 1) > most_leading * static_cast<double>(r)) return;
  const Matrix axes = spectrum.vectors.leftCols(count);
  Matrix leading(count + 1, n);
  multiply_at_b(axes, all, leading.topRows(count));
  leading.row(count) =
      (all.colwise().squaredNorm() - leading.topRows(count).colwise().squaredNorm())
          .cwiseMax(0.0)
          .cwiseSqrt();
  z = leading.cast<float>();
  squares = z.colwise().squaredNorm();
  squares.array() -= static_cast<float>(points.error);
}

}  // namespace mahala
