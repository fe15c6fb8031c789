#include "mahala/optimize/logdet/logdet_dual.hpp"

#include <algorithm>
#include <cmath>

namespace mahala {

double LogDetStanding::residual() const { return std::max(gap / (1 + std::abs(dual)), violation); }

LogDetStanding standing(const LogDetBounds& bounds, Slack slack, const Vector& weights,
                        const Vector& distances, double log_det) {
  LogDetStanding result{.dual = log_det};
  for (Index k = 0; k < weights.size(); ++k) {
    const LogDetBound& bound = bounds[static_cast<std::size_t>(k)];
    result.dual += dual_term(bound, slack, weights[k]);
    result.gap += gap_term(bound, slack, weights[k], distances[k]);
    if (!bound.hard() || !is_broken(bound, distances[k])) continue;
    const double excess = std::abs(distances[k] + bound.offset - bound.bound);
    const double unit = bound.bound == 0 ? 1 : std::abs(bound.bound);
    result.violation = std::max(result.violation, excess / unit);
  }
  return result;
}

Vector dual_gradient(const LogDetBounds& bounds, Slack slack, const Vector& weights,
                     const Vector& distances) {
  Vector gradient(weights.size());
  for (Index k = 0; k < weights.size(); ++k) {
    const LogDetBound& bound = bounds[static_cast<std::size_t>(k)];
    gradient[k] = distances[k] + bound.offset - met_bound(bound, slack, weights[k]);
  }
  return gradient;
}

Matrix dual_hessian(const LogDetBounds& bounds, Slack slack, const Vector& weights,
                    const Matrix& gram) {
  Matrix hessian = gram.array().square();
  for (Index k = 0; k < weights.size(); ++k) {
    hessian(k, k) += dual_curvature(bounds[static_cast<std::size_t>(k)], slack, weights[k]);
  }
  return hessian;
}

}  // namespace mahala
