#include "mahala/optimize/neighbours/margin_loss.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "mahala/core/parallel.hpp"
#include "mahala/optimize/loss.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala {
namespace {

constexpr Index groups_of_a_part = 256;

/// Room for the distances and weights of one group.
struct Scratch {
  std::vector<double> near = {}, far = {}, near_weight = {}, far_weight = {};
};

/// f of one group with h = unit phi; leaves the derivatives in the scratch.
template <ResidualLoss L>
double group_loss(const L& phi, double unit, double push, const MarginGroup& group, const Matrix& z,
                  Scratch& s) {
  s.near.resize(group.near.size());
  s.far.resize(group.far.size());
  distances_to(z, group.query, group.near, s.near);
  distances_to(z, group.query, group.far, s.far);
  s.near_weight.assign(s.near.size(), 1 - push);
  s.far_weight.assign(s.far.size(), 0);
  double total = 0;
  for (std::size_t j = 0; j < s.near.size(); ++j) {
    total += (1 - push) * s.near[j];
    for (std::size_t l = 0; l < s.far.size(); ++l) {
      const double e = 1 + s.near[j] - s.far[l];
      if (!(e > 0)) continue;
      const double v = push * (group.weight.empty() ? 1 : group.weight[l]);
      const double slope = unit * v * phi.slope(e);
      total += phi.twice(unit * v, e) / 2;
      s.near_weight[j] += slope;
      s.far_weight[l] -= slope;
    }
  }
  return total;
}

/// Adds the pairs of a group; far samples that weigh nothing are left out: most do.
void add_pairs(const MarginGroup& group, const Scratch& s, std::vector<PulledPair>& pairs) {
  const auto add = [&](const std::vector<Index>& others, const std::vector<double>& weights) {
    for (std::size_t k = 0; k < others.size(); ++k) {
      if (weights[k] == 0) continue;
      pairs.push_back({.i = static_cast<std::int32_t>(group.query),
                       .j = static_cast<std::int32_t>(others[k]),
                       .weight = weights[k]});
    }
  };
  add(group.near, s.near_weight);
  add(group.far, s.far_weight);
}

}  // namespace

std::vector<MarginGroup> margin_groups(const Triplets& triplets) {
  std::map<std::pair<Index, Index>, std::size_t> place;
  std::vector<MarginGroup> groups;
  for (const Triplet& t : triplets) {
    const auto [found, added] = place.try_emplace({t.query, t.near}, groups.size());
    if (added) groups.push_back({.query = t.query, .near = {t.near}});
    groups[found->second].far.push_back(t.far);
    groups[found->second].weight.push_back(t.weight);
  }
  return groups;
}

std::vector<MarginGroup> margin_groups(const NearFarSets& sets) {
  std::vector<MarginGroup> groups;
  for (const NearFarSet& set : sets) {
    if (set.near.empty() || set.far.empty()) continue;
    groups.push_back({.query = set.query, .near = set.near, .far = set.far});
  }
  return groups;
}

double MarginLoss::value(const std::vector<MarginGroup>& groups, const Matrix& z, const Matrix& y,
                         Matrix& out) const {
  const Index count = std::ssize(groups);
  const auto parts = static_cast<std::size_t>((count + groups_of_a_part - 1) / groups_of_a_part);
  std::vector<std::vector<PulledPair>> pairs(parts);
  std::vector<double> totals(parts, 0);
  parallel_parts(count, groups_of_a_part, [&](Index begin, Index end) {
    const auto own = static_cast<std::size_t>(begin / groups_of_a_part);
    Scratch scratch;
    for (Index k = begin; k < end; ++k) {
      const MarginGroup& group = groups[static_cast<std::size_t>(k)];
      totals[own] += squared ? group_loss(SquaredLoss{}, 2, push, group, z, scratch)
                             : group_loss(AbsoluteLoss{}, 1, push, group, z, scratch);
      add_pairs(group, scratch, pairs[own]);
    }
  });
  out = Matrix::Zero(y.rows(), y.cols());
  pull_pairs(y, pairs, out);
  return std::accumulate(totals.begin(), totals.end(), 0.0);
}

}  // namespace mahala
