#include "mahala/optimize/logdet/logdet_space.hpp"

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/optimize/logdet/logdet_kernels.hpp"
#include "mahala/optimize/logdet/logdet_projection.hpp"

namespace mahala {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The points with the origin as one more, moved to their mean and padded: differences of
/// projected points then keep their digits.
Matrix centred_points(const Matrix& points) {
  const Index n = points.cols();
  Matrix all = Matrix::Zero(kernels::padded(points.rows()), n + 1);
  const Vector centre =
      n > 0 ? Vector(points.rowwise().mean()) : Vector(Vector::Zero(points.rows()));
  all.topLeftCorner(points.rows(), n) = points.colwise() - centre;
  all.col(n).head(points.rows()) = -centre;
  return all;
}

std::vector<Ends> with_column_of_origin(std::vector<Ends> ends, Index column) {
  for (Ends& each : ends) {
    if (each.j == origin) each.j = static_cast<std::int32_t>(column);
  }
  return ends;
}

Matrix padded_rows(const Matrix& square) {
  Matrix all = Matrix::Zero(kernels::padded(square.rows()), square.cols());
  all.topRows(square.rows()) = square;
  return all;
}

/// logdet of a factored matrix whose determinant is positive; NaN otherwise.
double log_det(const Lu& lu) { return lu.determinant_sign() <= 0 ? nan : lu.log_abs_determinant(); }

}  // namespace

Matrix vectors_of(const Differences& differences) {
  Matrix v(differences.dim(), differences.count());
  for (Index k = 0; k < v.cols(); ++k) {
    const Ends& ends = differences.ends[static_cast<std::size_t>(k)];
    v.col(k) = differences.points.col(ends.i);
    if (ends.j != origin) v.col(k) -= differences.points.col(ends.j);
  }
  return v;
}

Matrix laplacian_of(const std::vector<Ends>& ends, const Vector& weights, Index n) {
  Matrix c = Matrix::Zero(n, n);
  for (Index k = 0; k < weights.size(); ++k) {
    const auto [i, j] = ends[static_cast<std::size_t>(k)];
    c(i, i) += weights[k];
    if (j == origin) continue;
    c(j, j) += weights[k];
    c(i, j) -= weights[k];
    c(j, i) -= weights[k];
  }
  return c;
}

Matrix curvature_of(const Differences& differences, const Vector& weights) {
  // X L X^T with the Laplacian applied pair by pair: O(m d + n d^2).
  const Matrix& x = differences.points;
  Matrix xl = Matrix::Zero(x.rows(), x.cols()), c(x.rows(), x.rows());
  for (Index k = 0; k < weights.size(); ++k) {
    if (weights[k] == 0) continue;
    const auto [i, j] = differences.ends[static_cast<std::size_t>(k)];
    if (j == origin) {
      xl.col(i) += weights[k] * x.col(i);
      continue;
    }
    const Vector flow = weights[k] * (x.col(i) - x.col(j));
    xl.col(i) += flow;
    xl.col(j) -= flow;
  }
  multiply_a_bt(xl, x, c);
  return symmetric_part(c);
}

CoordinateSpace::CoordinateSpace(const Differences& differences)
    : LogDetSpace(with_column_of_origin(differences.ends, differences.points.cols())),
      a_(padded_rows(Matrix::Identity(differences.dim(), differences.dim()))),
      points_(centred_points(differences.points)),
      v_(a_.rows()),
      u_(a_.rows()) {
  negligible_ = detail::zero_distance * distances();
}

double CoordinateSpace::distance(Index k) {
  const auto [i, j] = ends_[static_cast<std::size_t>(k)];
  const Index stride = a_.rows();
  return kernels::difference_product(a_.data(), a_.cols(), stride, points_.data() + i * stride,
                                     points_.data() + j * stride, v_.data(), u_.data());
}

void CoordinateSpace::move(double beta) {
  kernels::add_outer(a_.data(), a_.cols(), a_.rows(), beta, u_.data());
}

void CoordinateSpace::pass(std::span<const Index> order, const LogDetBounds& bounds, Slack slack,
                           Vector& weights, PassTally& tally) {
  detail::pass_over(*this, order, bounds, slack, weights, tally);
}

double CoordinateSpace::refresh(const Vector& weights) {
  const Index d = a_.cols();
  Matrix inverse = curvature_of({points_.topRows(d), ends_}, weights);
  inverse.diagonal().array() += 1;
  const Cholesky cholesky(inverse);
  if (!inverse.allFinite() || !cholesky.definite()) return nan;
  a_.topRows(d) = symmetric_part(cholesky.inverse());
  return cholesky.log_determinant();
}

Vector CoordinateSpace::distances() const {
  // |L^T x_i - L^T x_j|^2 with A = L L^T: n d^2 + m d rather than m d^2.
  const Index d = a_.cols();
  const Matrix root = cholesky_factor(a_.topRows(d));
  Matrix y = Matrix::Zero(points_.rows(), points_.cols());
  multiply_at_b(root, points_.topRows(d), y.topRows(d));
  Vector p(std::ssize(ends_));
  for (Index k = 0; k < p.size(); ++k) {
    const auto [i, j] = ends_[static_cast<std::size_t>(k)];
    p[k] = kernels::squared_difference(y.data() + i * y.rows(), y.data() + j * y.rows(), y.rows());
  }
  return p;
}

Matrix CoordinateSpace::gram() const {
  const Matrix v = vectors_of({points_.topRows(a_.cols()), ends_});
  Matrix av(v.rows(), v.cols()), products(v.cols(), v.cols());
  multiply_at_b(matrix(), v, av);
  multiply_at_b(v, av, products);
  return products;
}

KernelSpace::KernelSpace(Matrix k0, std::vector<Ends> ends)
    : LogDetSpace(std::move(ends)), k0_(std::move(k0)), k_(padded_rows(k0_)), u_(k_.rows()) {
  negligible_ = detail::zero_distance * distances();
}

double KernelSpace::distance_of(const Ends& ends) const {
  const auto [i, j] = ends;
  return j == origin ? k_(i, i) : k_(i, i) + k_(j, j) - 2 * k_(i, j);
}

double KernelSpace::distance(Index k) {
  last_ = ends_[static_cast<std::size_t>(k)];
  return distance_of(last_);
}

void KernelSpace::move(double beta) {
  const Index stride = k_.rows();
  const double* first = k_.data() + last_.i * stride;
  if (last_.j == origin) {
    std::copy(first, first + stride, u_.data());
  } else {
    kernels::subtract(first, k_.data() + last_.j * stride, stride, u_.data());
  }
  kernels::add_outer(k_.data(), k_.cols(), stride, beta, u_.data());
}

void KernelSpace::pass(std::span<const Index> order, const LogDetBounds& bounds, Slack slack,
                       Vector& weights, PassTally& tally) {
  detail::pass_over(*this, order, bounds, slack, weights, tally);
}

double KernelSpace::refresh(const Vector& weights) {
  const Index n = k0_.rows();
  Matrix system = k0_ * laplacian_of(ends_, weights, n);
  system.diagonal().array() += 1;
  const Lu lu(system);
  const double value = log_det(lu);
  if (std::isfinite(value)) k_.topRows(n) = symmetric_part(lu.solve(k0_));
  return value;
}

Vector KernelSpace::distances() const {
  Vector p(std::ssize(ends_));
  for (Index k = 0; k < p.size(); ++k) p[k] = distance_of(ends_[static_cast<std::size_t>(k)]);
  return p;
}

Matrix KernelSpace::gram() const {
  const Matrix kv = vectors_of({matrix(), ends_});
  return vectors_of({kv.transpose(), ends_});
}

Matrix induced_middle(const Matrix& k0, const std::vector<Ends>& ends, const Vector& weights) {
  const Matrix c = laplacian_of(ends, weights, k0.rows());
  Matrix system = c * k0;
  system.diagonal().array() += 1;
  return -symmetric_part(Lu(system).solve(c));
}

}  // namespace mahala
