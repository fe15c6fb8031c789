#include "mahala/geometry/psd_polar_symmetric.hpp"

#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {

PsdPolarSymmetric::PsdPolarSymmetric(Index dim, Index rank, double lambda,
                                     FrameRetraction retraction)
    : PolarGeometry(dim, rank, lambda, retraction) {}

FrameAndCore PsdPolarSymmetric::gradient(const Point& p, const Matrix& eg) const {
  const Matrix k = symmetric_part((p.u * p.r).transpose() * eg);
  return {2 * lambda() * normal_part(p.u, eg * p.r.transpose()), core_gradient(p.r, k)};
}

Matrix PsdPolarSymmetric::core_gradient(const Matrix& r, const Matrix& k) const {
  return weights_.stretching() * (r * k + k * r);
}

Matrix PsdPolarSymmetric::retract_core(const Matrix& r, const Matrix& d) const {
  return made_positive(symmetric_part(r + d));
}

double PsdPolarSymmetric::inner(const Point& p, const Tangent& a, const Tangent& b) const {
  if (lambda() == 1) return weights_.sum(a.u.cwiseProduct(b.u).sum(), 0);
  const Lu lu(p.r);
  const Matrix x = lu.solve(a.r), y = lu.solve(b.r);
  return weights_.sum(a.u.cwiseProduct(b.u).sum(), x.cwiseProduct(y.transpose()).sum());
}

FrameAndCore PsdPolarSymmetric::random_point(Rng& rng) const {
  const Index rank = weights_.rank();
  const Matrix a = random_normal(rank, rank, rng);
  return {random_frame(weights_.dim(), rank, rng),
          sqrt_symmetric(a * a.transpose() + Matrix::Identity(rank, rank))};
}

Matrix made_positive(const Matrix& r) {
  if (!r.allFinite()) return r;
  const auto [values, vectors] = symmetric_eigen(r);
  if (values[values.size() - 1] > 0) return r;
  return vectors * values.cwiseAbs().asDiagonal() * vectors.transpose();
}

}  // namespace mahala
