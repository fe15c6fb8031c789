#include "mahala/optimize/margin_loss.hpp"

#include <algorithm>
#include <map>

#include "mahala/core/parallel.hpp"
#include "mahala/optimize/pull.hpp"

namespace mahala {
namespace {

constexpr Index most_parts = 8;  ///< sums are formed in; each costs a matrix of the size of Y

/// Room for the distances and weights of one group.
struct Scratch {
  std::vector<double> near = {}, far = {}, near_weight = {}, far_weight = {};
};

/// f of one group; leaves the derivatives in the scratch.
double group_loss(const MarginLoss& loss, const MarginGroup& group, const Matrix& z, Scratch& s) {
  s.near.resize(group.near.size());
  s.far.resize(group.far.size());
  distances_to(z, group.query, group.near, s.near);
  distances_to(z, group.query, group.far, s.far);
  s.near_weight.assign(s.near.size(), 1 - loss.push);
  s.far_weight.assign(s.far.size(), 0);
  double total = 0;
  for (std::size_t j = 0; j < s.near.size(); ++j) {
    total += (1 - loss.push) * s.near[j];
    for (std::size_t l = 0; l < s.far.size(); ++l) {
      const double e = 1 + s.near[j] - s.far[l];
      if (!(e > 0)) continue;
      const double v = loss.push * (group.weight.empty() ? 1 : group.weight[l]);
      const double slope = loss.squared ? 2 * v * e : v;
      total += loss.squared ? v * e * e : v * e;
      s.near_weight[j] += slope;
      s.far_weight[l] -= slope;
    }
  }
  return total;
}

/// Drops far samples that weigh nothing: most do.
void pull_group(const MarginGroup& group, const Matrix& y, Scratch& s, std::vector<Index>& active,
                Matrix& out) {
  pull(y, group.query, group.near, s.near_weight, out);
  active.clear();
  std::size_t kept = 0;
  for (std::size_t l = 0; l < s.far_weight.size(); ++l) {
    if (s.far_weight[l] == 0) continue;
    active.push_back(group.far[l]);
    s.far_weight[kept++] = s.far_weight[l];
  }
  pull(y, group.query, active, std::span(s.far_weight).first(kept), out);
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
  const Index part = std::max<Index>(64, (count + most_parts - 1) / most_parts);
  const auto parts = static_cast<std::size_t>((count + part - 1) / part);
  std::vector<Matrix> sums(parts);
  std::vector<double> totals(parts, 0);
  parallel_parts(count, part, [&](Index begin, Index end) {
    const auto own = static_cast<std::size_t>(begin / part);
    sums[own] = Matrix::Zero(y.rows(), y.cols());
    Scratch scratch;
    std::vector<Index> active;
    for (Index k = begin; k < end; ++k) {
      const MarginGroup& group = groups[static_cast<std::size_t>(k)];
      totals[own] += group_loss(*this, group, z, scratch);
      pull_group(group, y, scratch, active, sums[own]);
    }
  });
  out = Matrix::Zero(y.rows(), y.cols());
  for (const Matrix& sum : sums) out += sum;
  double total = 0;
  for (const double own : totals) total += own;
  return total;
}

}  // namespace mahala
