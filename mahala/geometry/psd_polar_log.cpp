#include "mahala/geometry/psd_polar_log.hpp"

#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {

PsdPolarLog::PsdPolarLog(Index dim, Index rank, double lambda, LogMetric metric,
                         FrameRetraction retraction)
    : PolarGeometry(dim, rank, lambda, retraction), core_(rank, metric) {}

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

FrameAndCore PsdPolarLog::random_point(Rng& rng) const {
  Matrix u = random_frame(weights_.dim(), weights_.rank(), rng);
  return {std::move(u), core_.random_point(rng)};
}

FrameAndCore polar_log_from_factor(const Matrix& g) {
  const auto [u, values, v] = jacobi_svd(g);
  const Vector logs = 2 * values.array().log();
  return {u * v.transpose(), v * logs.asDiagonal() * v.transpose()};
}

}  // namespace mahala
