#include "mahala/geometry/psd_polar_symmetric.hpp"

#include <Eigen/LU>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg.hpp"
#include "mahala/core/symmetric.hpp"

namespace mahala {

PsdPolarSymmetric::PsdPolarSymmetric(Index dim, Index rank, double lambda,
                                     FrameRetraction retraction)
    : dim_(dim), rank_(rank), lambda_(lambda), retraction_(retraction) {
  require(1 <= rank && rank <= dim, "rank {} must lie between 1 and the dimension {}", rank, dim);
  require(0 <= lambda && lambda <= 1, "lambda {} must lie between 0 and 1", lambda);
}

FrameAndCore PsdPolarSymmetric::gradient(const Point& p, const Matrix& eg) const {
  const Matrix k = symmetric_part((p.u * p.r).transpose() * eg);
  return {2 * lambda_ * normal_part(p.u, eg * p.r.transpose()), core_gradient(p.r, k)};
}

Matrix PsdPolarSymmetric::core_gradient(const Matrix& r, const Matrix& k) const {
  return (1 - lambda_) * (r * k + k * r);
}

Matrix PsdPolarSymmetric::retract_core(const Matrix& r, const Matrix& d) const {
  return made_positive(symmetric_part(r + d));
}

double PsdPolarSymmetric::inner(const Point& p, const Tangent& a, const Tangent& b) const {
  double sum = 0;
  if (lambda_ > 0) sum += a.u.cwiseProduct(b.u).sum() / lambda_;
  if (lambda_ < 1) {
    const Eigen::PartialPivLU<Matrix> lu(p.r);
    const Matrix x = lu.solve(a.r), y = lu.solve(b.r);
    sum += x.cwiseProduct(y.transpose()).sum() / (1 - lambda_);
  }
  return sum;
}

FrameAndCore PsdPolarSymmetric::project(const Point& p, const Tangent& z) const {
  Tangent xi{normal_part(p.u, z.u), symmetric_part(z.r)};
  if (lambda_ == 0) xi.u.setZero();
  if (lambda_ == 1) xi.r.setZero();
  return xi;
}

FrameAndCore PsdPolarSymmetric::retract(const Point& p, const Tangent& xi) const {
  Point to = p;
  if (lambda_ > 0) to.u = retract_frame(p.u, xi.u, retraction_);
  if (lambda_ < 1) to.r = retract_core(p.r, xi.r);
  return to;
}

FrameAndCore PsdPolarSymmetric::random_point(Rng& rng) const {
  const Matrix a = random_normal(rank_, rank_, rng);
  return {random_frame(dim_, rank_, rng),
          sqrt_symmetric(a * a.transpose() + Matrix::Identity(rank_, rank_))};
}

FrameAndCore PsdPolarSymmetric::random_tangent(const Point& p, Rng& rng) const {
  const Tangent xi =
      project(p, {random_normal(dim_, rank_, rng), random_normal(rank_, rank_, rng)});
  const double length = std::sqrt(inner(p, xi, xi));
  return length > 0 ? xi / length : xi;
}

Matrix made_positive(const Matrix& r) {
  if (!r.allFinite()) return r;
  const auto [values, vectors] = symmetric_eigen(r);
  if (values[values.size() - 1] > 0) return r;
  return vectors * values.cwiseAbs().asDiagonal() * vectors.transpose();
}

}  // namespace mahala
