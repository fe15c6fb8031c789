#include "mahala/evaluate/verification.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

/// The pairs of one distance.
struct Step {
  double distance = 0;
  double same = 0, different = 0;  ///< their weights
};

Step totals(const std::vector<Step>& steps) {
  Step all;
  for (const Step& step : steps) {
    all.same += step.same;
    all.different += step.different;
  }
  return all;
}

double area(const std::vector<Step>& steps, const Step& all) {
  double nearer = 0, won = 0;  // same pairs so far; (same, different) pairs in the right order
  for (const Step& step : steps) {
    won += step.different * (nearer + step.same / 2);
    nearer += step.same;
  }
  return won / (all.same * all.different);
}

double crossing(const std::vector<Step>& steps, const Step& all) {
  double accepted = 0, rejected = 1;
  for (const Step& step : steps) {
    const double a = accepted + step.different / all.different;
    const double r = rejected - step.same / all.same;
    if (a >= r) {
      const double before = rejected - accepted, after = a - r;
      return accepted + before / (before + after) * (a - accepted);
    }
    accepted = a;
    rejected = r;
  }
  return accepted;  // not reached but for rounding: the last point is (1, 0)
}

/// Fills in the threshold of the largest accuracy.
void set_threshold(const std::vector<Step>& steps, const Step& all, Verification& result) {
  double right = all.different, most = right;  // where nothing is accepted
  result.threshold = std::nextafter(steps.front().distance, -1.0);
  for (std::size_t s = 0; s < steps.size(); ++s) {
    right += steps[s].same - steps[s].different;
    if (right <= most) continue;
    most = right;
    const double here = steps[s].distance;
    const double next = s + 1 < steps.size() ? steps[s + 1].distance : here;
    result.threshold = std::isfinite(next) ? here + (next - here) / 2 : here;
  }
  result.accuracy = most / (all.same + all.different);
}

}  // namespace

std::vector<LabelledPair> sample_labelled_pairs(const Labels& labels, Index most, Rng& rng) {
  const Index n = labels.size();
  std::vector<LabelledPair> pairs;
  const auto add = [&](Index i, Index j) { pairs.push_back({i, j, labels.share(i, j)}); };
  if (n < 2 || n - 1 <= 2 * most / n) {
    for (Index i = 0; i < n; ++i) {
      for (Index j = i + 1; j < n; ++j) add(i, j);
    }
    return pairs;
  }
  for (Index p = 0; p < most; ++p) {
    const Index i = random_index(n, rng), other = random_index(n - 1, rng);
    add(i, other < i ? other : other + 1);
  }
  return pairs;
}

std::vector<double> pair_distances(const Samples& x, const std::vector<LabelledPair>& pairs) {
  std::vector<double> distances;
  distances.reserve(pairs.size());
  for (const LabelledPair& pair : pairs) distances.push_back(x.squared_distance(pair.i, pair.j));
  return distances;
}

SortedPairs::SortedPairs(const std::vector<double>& distances,
                         const std::vector<LabelledPair>& pairs) {
  require(distances.size() == pairs.size(), "{} pairs have {} distances", pairs.size(),
          distances.size());
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    require(!std::isnan(distances[p]), "a distance is NaN");
    sorted_.push_back({distances[p], p, pairs[p].same});
  }
  std::sort(sorted_.begin(), sorted_.end(),
            [](const Entry& a, const Entry& b) { return a.distance < b.distance; });
}

std::optional<Verification> SortedPairs::verify(const std::vector<double>& weights) const {
  std::vector<Step> steps;  // one for every distinct distance, ascending
  for (const auto& [distance, pair, same] : sorted_) {
    const double weight = weights[pair];
    if (weight == 0) continue;
    if (steps.empty() || steps.back().distance != distance) steps.push_back({distance});
    (same ? steps.back().same : steps.back().different) += weight;
  }
  const Step all = totals(steps);
  if (all.same == 0 || all.different == 0) return std::nullopt;
  Verification result{.auc = area(steps, all), .equal_error_rate = crossing(steps, all)};
  set_threshold(steps, all, result);
  return result;
}

Verification verify(const std::vector<double>& distances, const std::vector<LabelledPair>& pairs) {
  std::vector<double> weights;
  double same = 0, different = 0;
  for (const LabelledPair& pair : pairs) {
    weights.push_back(pair.weight);
    (pair.same ? same : different) += pair.weight;
  }
  require(same > 0, "verification needs a pair that belongs together");
  require(different > 0, "verification needs a pair that does not belong together");
  return *SortedPairs(distances, pairs).verify(weights);
}

}  // namespace mahala
