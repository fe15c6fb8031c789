#include "mahala/optimize/logdet/logdet_bound.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Where v^T A v meets xi - c, both moving: p / (1 - a p) + c = gamma xi / (gamma + a xi). The
/// quadratic's root inside (-gamma / xi, 1 / p) is unique; neither formula for it cancels.
double offset_root(double p, double c, double xi, double gamma) {
  const double qa = -c * p * xi;
  const double qb = p * xi + c * xi - c * p * gamma + xi * gamma * p;
  const double qc = gamma * (p + c - xi);
  const double root = std::sqrt(std::max(qb * qb - 4 * qa * qc, 0.0));
  const double q = -(qb + (qb >= 0 ? root : -root)) / 2;
  const auto inside = [&](double a) { return -gamma / xi < a && a < 1 / p; };
  const double first = q / qa, second = qc / q;
  if (inside(first) && inside(second)) {
    return std::abs(first) < std::abs(second) ? first : second;
  }
  if (inside(first)) return first;
  return inside(second) ? second : 0;
}

/// The step to p + c = b with b fixed; minus infinity if c alone exceeds b.
double hard_root(const LogDetBound& bound, double p) {
  const double reachable = bound.bound - bound.offset;
  return reachable > 0 ? 1 / p - 1 / reachable : -infinity;
}

double quadratic_root(const LogDetBound& bound, double weight, double p) {
  const double rho = bound.gamma;
  const double reached = bound.bound - bound.offset + weight / rho;
  const double h = reached * p + 1 / rho;
  const double root = std::sqrt(std::max(h * h - 4 * (p / rho) * (reached - p), 0.0));
  return h + root > 0 ? 2 * (reached - p) / (h + root) : (h - root) / (2 * p / rho);
}

/// Where log(p / (1 - a p) + c) = log b + (w - a) / gamma, which only rises in a < 1/p: Newton's
/// steps on a, halved towards 1/p where they would leave it.
double von_neumann_root(const LogDetBound& bound, double weight, double p) {
  constexpr int most_steps = 100;
  double a = 0;
  for (int step = 0; step < most_steps; ++step) {
    const double moved = p / (1 - a * p), reached = moved + bound.offset;
    const double off = std::log(reached / bound.bound) - (weight - a) / bound.gamma;
    const double slope = moved * moved / reached + 1 / bound.gamma;
    const double next = a - off / slope;
    const double before = a;
    a = next * p < 1 ? next : (a + 1 / p) / 2;
    if (std::abs(a - before) <= 1e-15 * (std::abs(a) + 1 / p)) break;
  }
  return a;
}

double penalty_root(const LogDetBound& bound, Slack slack, double weight, double p) {
  if (bound.hard() || slack == Slack::hinge) return hard_root(bound, p);
  if (slack == Slack::quadratic) return quadratic_root(bound, weight, p);
  if (slack == Slack::von_neumann) return von_neumann_root(bound, weight, p);
  const double inverse_xi = 1 / bound.bound - weight / bound.gamma;
  if (bound.offset == 0) return (1 / p - inverse_xi) / (1 + 1 / bound.gamma);
  return offset_root(p, bound.offset, 1 / inverse_xi, bound.gamma);
}

double limited(const LogDetBound& bound, Slack slack, double weight) {
  if (bound.relation == Relation::at_most) weight = std::max(weight, 0.0);
  if (bound.relation == Relation::at_least) weight = std::min(weight, 0.0);
  return slack == Slack::hinge ? std::clamp(weight, -bound.gamma, bound.gamma) : weight;
}

}  // namespace

void check(const LogDetBounds& bounds, Slack slack) {
  for (std::size_t k = 0; k < bounds.size(); ++k) {
    const LogDetBound& each = bounds[k];
    require(std::isfinite(each.bound) &&
                (each.bound > 0 || slack == Slack::hinge || slack == Slack::quadratic),
            "bound {}: {} is not a positive number", k, each.bound);
    require(each.gamma > 0, "bound {}: gamma = {} is not positive", k, each.gamma);
    require(each.offset >= 0 && std::isfinite(each.offset),
            "bound {}: the offset {} is not a number >= 0", k, each.offset);
  }
}

double met_bound(const LogDetBound& bound, Slack slack, double weight) {
  if (bound.hard() || slack == Slack::hinge) return bound.bound;
  if (slack == Slack::quadratic) return bound.bound + weight / bound.gamma;
  if (slack == Slack::von_neumann) return bound.bound * std::exp(weight / bound.gamma);
  return 1 / (1 / bound.bound - weight / bound.gamma);
}

double step_of(const LogDetBound& bound, Slack slack, double weight, double p) {
  return weight - limited(bound, slack, weight - penalty_root(bound, slack, weight, p));
}

bool is_broken(const LogDetBound& bound, double p) {
  return bound.relation == Relation::equal || bound.sign() * (p + bound.offset - bound.bound) > 0;
}

double penalty(const LogDetBound& bound, Slack slack, double p) {
  if (bound.hard() || !is_broken(bound, p)) return 0;
  const double excess = p + bound.offset - bound.bound;
  if (slack == Slack::hinge) return bound.gamma * std::abs(excess);
  if (slack == Slack::quadratic) return bound.gamma * excess * excess / 2;
  if (slack == Slack::von_neumann) {
    const double xi = p + bound.offset;
    return bound.gamma * (xi > 0 ? xi * std::log(xi / bound.bound) - excess : bound.bound);
  }
  // r - 1 - log r without the cancellation at r = 1.
  const double beyond = excess / bound.bound;
  return bound.gamma * (beyond - std::log1p(beyond));
}

double dual_term(const LogDetBound& bound, Slack slack, double weight) {
  const double shifted = weight * bound.offset;
  if (bound.hard() || slack == Slack::hinge) return shifted - weight * bound.bound;
  if (slack == Slack::quadratic) {
    return shifted - weight * bound.bound - weight * weight / (2 * bound.gamma);
  }
  if (slack == Slack::von_neumann) {
    return shifted - bound.gamma * bound.bound * std::expm1(weight / bound.gamma);
  }
  return shifted + bound.gamma * std::log1p(-weight * bound.bound / bound.gamma);
}

double gap_term(const LogDetBound& bound, Slack slack, double weight, double p) {
  const double excess = p + bound.offset - bound.bound;
  if (bound.hard()) return std::abs(weight * excess);
  const double paid = penalty(bound, slack, p);
  if (slack == Slack::hinge) return std::max(0.0, paid - weight * excess);
  if (slack == Slack::quadratic) {
    return std::max(0.0, paid - weight * excess + weight * weight / (2 * bound.gamma));
  }
  const double own = dual_term(bound, slack, weight) - weight * bound.offset;
  return std::max(0.0, paid - weight * (p + bound.offset) - own);
}

double dual_curvature(const LogDetBound& bound, Slack slack, double weight) {
  if (bound.hard() || slack == Slack::hinge) return 0;
  if (slack == Slack::quadratic) return 1 / bound.gamma;
  const double xi = met_bound(bound, slack, weight);
  return (slack == Slack::von_neumann ? xi : xi * xi) / bound.gamma;
}

}  // namespace mahala
