/// @file
/// Internal: one projection in whatever space, and the passes made of it.
#pragma once

#include <algorithm>
#include <cmath>

#include "mahala/core/watch.hpp"
#include "mahala/optimize/logdet/logdet_space.hpp"

namespace mahala::detail {

/// Distances below this share of the first one count as 0.
constexpr double zero_distance = 1e-14;

/// Beyond this ratio of distance and bound the scales of data and bounds do not match.
constexpr double extreme_ratio = 1e12;

/// logdet as the logarithm of a product that is taken only where it would leave the range.
class LogProduct {
 public:
  void multiply(double factor) {
    product_ *= factor;
    if (product_ < 1e-100 || product_ > 1e100) fold();
  }
  double value() {
    fold();
    return log_;
  }

 private:
  void fold() {
    log_ += std::log(product_);
    product_ = 1;
  }
  double log_ = 0, product_ = 1;
};

/// Projects on bound k of a space with distance(k), move(beta) and negligible(k); returns what
/// was taken from the weight.
template <class Space>
double project(Space& space, Index k, const LogDetBound& bound, Slack slack, double& weight,
               PassTally& tally, LogProduct& det) {
  const double p = space.distance(k);
  if (!(p > space.negligible(k))) {
    ++tally.skipped;
    return 0;
  }
  const double taken = step_of(bound, slack, weight, p);
  if (taken == 0) return 0;
  if (!std::isfinite(taken)) {
    tally.infeasible = true;
    return 0;
  }
  const double left = 1 - taken * p;
  if (p > extreme_ratio * bound.bound || bound.bound > extreme_ratio * p) ++tally.extreme;
  space.move(taken / left);
  weight -= taken;
  det.multiply(left);
  tally.gain += taken * taken * p * p / 2;
  ++tally.projections;
  return taken;
}

template <class Space>
void pass_over(Space& space, std::span<const Index> order, const LogDetBounds& bounds, Slack slack,
               Vector& weights, PassTally& tally) {
  constexpr std::size_t ahead = 8;  // bounds are visited at random: what is next is fetched early
  LogProduct det;
  for (std::size_t t = 0; t < order.size(); ++t) {
    if (t % 64 == 0) check_watch();
    if (t + ahead < order.size()) {
      const Index next = order[t + ahead];
      __builtin_prefetch(&bounds[static_cast<std::size_t>(next)]);
      __builtin_prefetch(&weights[next]);
      space.prefetch(next);
    }
    const Index k = order[t];
    project(space, k, bounds[static_cast<std::size_t>(k)], slack, weights[k], tally, det);
  }
  tally.log_det += det.value();
}

}  // namespace mahala::detail
