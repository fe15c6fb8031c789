#include "mahala/train/probability_fit.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/model/reliability.hpp"

namespace mahala {
namespace {

struct Targets {
  double same = 0, different = 0;

  double of(const KnownPair& pair) const { return pair.same ? same : different; }
};

Targets targets_of(const std::vector<KnownPair>& pairs) {
  double same = 0, different = 0;
  for (const KnownPair& pair : pairs) (pair.same ? same : different) += pair.weight;
  require(same > 0 && different > 0, "a probability takes pairs that are the same and others");
  return {(same + 1) / (same + 2), 1 / (different + 2)};
}

/// log(1 + exp(t)) without overflow.
double softplus(double t) { return t > 0 ? t + std::log1p(std::exp(-t)) : std::log1p(std::exp(t)); }

/// The loss of p = 1 / (1 + exp(slope v + offset)), its gradient and its Hessian.
struct PlattLoss {
  double value = 0, by_slope = 0, by_offset = 0;
  double slope_slope = 0, slope_offset = 0, offset_offset = 0;
};

PlattLoss platt_loss(const std::vector<KnownPair>& pairs, const Targets& targets, double scale,
                     double slope, double offset) {
  PlattLoss sum;
  for (const KnownPair& pair : pairs) {
    const double v = pair.u / scale, t = slope * v + offset, target = targets.of(pair);
    // -target log p - (1 - target) log(1 - p), with -log p = softplus(t), -log(1-p) = softplus(-t).
    sum.value += pair.weight * (target * softplus(t) + (1 - target) * softplus(-t));
    const double p = 1 / (1 + std::exp(std::min(t, 700.0)));
    const double slack = pair.weight * (target - p), bend = pair.weight * p * (1 - p);
    sum.by_slope += slack * v;
    sum.by_offset += slack;
    sum.slope_slope += bend * v * v;
    sum.slope_offset += bend * v;
    sum.offset_offset += bend;
  }
  return sum;
}

/// Newton's step, held back a little where the Hessian is almost singular.
std::pair<double, double> newton_step(const PlattLoss& f) {
  constexpr double ridge = 1e-12;
  const double a = f.slope_slope * (1 + ridge) + ridge, c = f.offset_offset * (1 + ridge) + ridge;
  const double determinant = a * c - f.slope_offset * f.slope_offset;
  return {-(c * f.by_slope - f.slope_offset * f.by_offset) / determinant,
          -(a * f.by_offset - f.slope_offset * f.by_slope) / determinant};
}

/// The pairs of one level.
struct Pool {
  double first = 0, last = 0;  ///< u
  double weight = 0, target = 0;

  double level() const { return target / weight; }
};

void merge(Pool& into, const Pool& next) {
  into.last = next.last;
  into.weight += next.weight;
  into.target += next.target;
}

/// Levels that fall, from left to right.
std::vector<Pool> pooled(const std::vector<KnownPair>& sorted, const Targets& targets) {
  std::vector<Pool> pools;
  for (const KnownPair& pair : sorted) {
    const Pool one{pair.u, pair.u, pair.weight, pair.weight * targets.of(pair)};
    if (!pools.empty() && pools.back().last == pair.u) {
      merge(pools.back(), one);
    } else {
      pools.push_back(one);
    }
    while (pools.size() > 1 && pools.back().level() >= pools[pools.size() - 2].level()) {
      const Pool last = pools.back();
      pools.pop_back();
      merge(pools.back(), last);
    }
  }
  return pools;
}

}  // namespace

Calibration fit_platt(const std::vector<KnownPair>& pairs) {
  constexpr int most_steps = 100;
  constexpr double tolerance = 1e-12;
  const Targets targets = targets_of(pairs);
  double scale = 0, weight = 0, same = 0;
  for (const KnownPair& pair : pairs) {
    scale += pair.weight * std::abs(pair.u);
    weight += pair.weight;
    same += pair.weight * targets.of(pair);
  }
  scale = scale > 0 ? scale / weight : 1;
  const double log_odds = std::log((weight - same) / same);  // of the offset alone
  double slope = 0, offset = log_odds;
  PlattLoss f = platt_loss(pairs, targets, scale, slope, offset);
  for (int step = 0; step < most_steps; ++step) {
    const auto [down, right] = newton_step(f);
    const double fall = f.by_slope * down + f.by_offset * right;
    if (!(fall < -tolerance * weight)) break;
    double length = 1;
    PlattLoss there = f;
    for (; length > 1e-10; length /= 2) {
      there = platt_loss(pairs, targets, scale, slope + length * down, offset + length * right);
      if (there.value <= f.value + 1e-4 * length * fall) break;
    }
    if (!(there.value < f.value)) break;
    slope += length * down;
    offset += length * right;
    f = there;
  }
  if (slope < 0) return {.offset = log_odds};
  return {.slope = slope / scale, .offset = offset};
}

Calibration fit_isotonic(std::vector<KnownPair> pairs) {
  const Targets targets = targets_of(pairs);
  std::erase_if(pairs, [](const KnownPair& pair) { return pair.weight == 0; });
  std::ranges::stable_sort(pairs, {}, &KnownPair::u);
  std::vector<double> at, level;
  for (const Pool& pool : pooled(pairs, targets)) {
    for (const double u : {pool.first, pool.last}) {
      if (!at.empty() && at.back() == u) continue;
      at.push_back(u);
      level.push_back(pool.level());
    }
  }
  Calibration found{.map = ProbabilityMap::isotonic};
  found.at = Eigen::Map<const Vector>(at.data(), std::ssize(at));
  found.probability = Eigen::Map<const Vector>(level.data(), std::ssize(level));
  return found;
}

Calibration fit_map(ProbabilityMap map, const std::vector<KnownPair>& pairs) {
  return map == ProbabilityMap::platt ? fit_platt(pairs) : fit_isotonic(pairs);
}

double mean_log_loss(const Calibration& map, const std::vector<KnownPair>& pairs) {
  std::vector<Forecast> forecasts;
  for (const KnownPair& pair : pairs) {
    forecasts.push_back({map.probability_same(pair.u), pair.same, pair.weight});
  }
  return forecast_quality(forecasts).log_loss;
}

}  // namespace mahala
