#include "mahala/data/constraints/local_pairs.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

/// The unit of sample i: see bounds "local".
double local_unit(const Samples& embedded, Index i, const LabelNeighbours& lists, Index k) {
  const auto distance = [&](const std::vector<Index>& list) {
    const auto last = static_cast<std::size_t>(std::min(k, std::ssize(list)) - 1);
    return embedded.squared_distance(i, list[last]);
  };
  if (lists.other.empty()) return lists.same.empty() ? 0 : distance(lists.same);
  const double other = distance(lists.other);
  return lists.same.empty() ? other : std::sqrt(distance(lists.same) * other);
}

/// Of every sample with neighbours; 0 for others.
Vector local_units(const Samples& embedded, const std::vector<LabelNeighbours>& lists, Index k) {
  Vector units(embedded.size());
  parallel_for(units.size(), [&](Index i) {
    units[i] = local_unit(embedded, i, lists[static_cast<std::size_t>(i)], k);
  });
  std::vector<double> positive;
  for (const double unit : units) {
    if (unit > 0) positive.push_back(unit);
  }
  require(!positive.empty(), "the samples coincide, so their distances give no bounds");
  const auto middle = positive.begin() + std::ssize(positive) / 2;
  std::nth_element(positive.begin(), middle, positive.end());
  return units.cwiseMax(1e-3 * *middle);
}

}  // namespace

Pairs local_pairs(const Labels& labels, const Samples& embedded, const SampleOptions& options,
                  std::vector<LabelNeighbours>* near) {
  auto lists = label_neighbours(labels, embedded, options.neighbours, options.impostors,
                                near != nullptr ? *near : std::vector<LabelNeighbours>());
  const Vector units = local_units(embedded, lists, options.neighbours);
  double same = 0, other = 0;
  for (const LabelNeighbours& each : lists) {
    same += static_cast<double>(each.same.size());
    other += static_cast<double>(each.other.size());
  }
  Pairs pairs;
  pairs.reserve(static_cast<std::size_t>(same + other));
  for (Index i = 0; i < units.size(); ++i) {
    const double unit = units[i], all = (same + other) / (unit * unit);
    const auto& [same_label, other_label] = lists[static_cast<std::size_t>(i)];
    for (const Index j : same_label) pairs.push_back({i, j, Relation::at_most, 0, all / same});
    for (const Index j : other_label)
      pairs.push_back({i, j, Relation::at_least, 2 * unit, all / other});
  }
  if (near != nullptr) *near = std::move(lists);
  return pairs;
}

}  // namespace mahala
