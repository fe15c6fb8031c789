#include "mahala/geometry/psd_polar_log.hpp"

#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {

PsdPolarLog::PsdPolarLog(Index dim, Index rank, double lambda, LogMetric metric,
                         FrameRetraction retraction)
    : weights_(dim, rank, lambda), core_(rank, metric), retraction_(retraction) {}

Matrix PsdPolarLog::root(const Matrix& s) { return exp_symmetric(s / 2); }

FrameAndCore PsdPolarLog::gradient(const Point& p, const Matrix& eu) const {
  return {2 * weights_.turning() * normal_part(p.u, eu) * exp_symmetric(p.r),
          core_gradient(p.r, p.u.transpose() * eu)};
}

Matrix PsdPolarLog::core_gradient(const Matrix& s, const Matrix& a) const {
  return weights_.stretching() * core_.gradient(s, a);
}

double PsdPolarLog::inner(const Point& p, const Tangent& a, const Tangent& b) const {
  return weights_.sum(a.u.cwiseProduct(b.u).sum(), core_.inner(p.r, a.r, b.r));
}

FrameAndCore PsdPolarLog::retract(const Point& p, const Tangent& xi) const {
  Point to = p;
  if (weights_.turning() > 0) to.u = retract_frame(p.u, xi.u, retraction_);
  if (weights_.stretching() > 0) to.r = retract_core(p.r, xi.r);
  return to;
}

FrameAndCore PsdPolarLog::random_point(Rng& rng) const {
  Matrix u = random_frame(weights_.dim(), weights_.rank(), rng);
  return {std::move(u), core_.random_point(rng)};
}

FrameAndCore PsdPolarLog::random_tangent(const Point& p, Rng& rng) const {
  return unit_length(*this, p, weights_.random_tangent(p.u, rng));
}

FrameAndCore polar_log_from_factor(const Matrix& g) {
  const auto [u, values, v] = jacobi_svd(g);
  const Vector logs = 2 * values.array().log();
  return {u * v.transpose(), v * logs.asDiagonal() * v.transpose()};
}

}  // namespace mahala
