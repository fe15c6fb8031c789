#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/folds.hpp"

namespace mahala {
namespace {

/// All of one class where there are no labels.
std::vector<Index> split_classes(const Dataset& data) {
  if (data.labels.empty()) return std::vector<Index>(static_cast<std::size_t>(data.size()), 0);
  return data.labels.classes();
}

/// The test part is some of so many folds of groups as come nearest to the share.
Fold split_groups(const std::vector<Index>& classes, const std::vector<Index>& groups, double share,
                  Rng& rng) {
  constexpr Index most_parts = 20;
  const std::set<Index> distinct(groups.begin(), groups.end());
  const Index parts = std::min<Index>(most_parts, std::ssize(distinct));
  require(parts >= 2, "all samples are of one group, which stays together");
  const auto folds = grouped_folds(classes, groups, parts, rng);
  const double wanted = share * static_cast<double>(classes.size());
  Fold split;
  std::vector<char> tests(classes.size(), 0);
  double held = 0;
  for (std::size_t k = 0; k + 1 < folds.size(); ++k) {
    const auto size = static_cast<double>(folds[k].test.size());
    if (held > 0 && std::abs(held + size - wanted) > std::abs(held - wanted)) continue;
    for (const Index i : folds[k].test) tests[static_cast<std::size_t>(i)] = 1;
    held += size;
  }
  for (std::size_t i = 0; i < tests.size(); ++i) {
    (tests[i] != 0 ? split.test : split.train).push_back(static_cast<Index>(i));
  }
  return split;
}

Fold split_per_class(const Dataset& data, Index count, Rng& rng) {
  require(data.groups.empty(), "option per_class: groups stay together, so use option share");
  require(!data.labels.empty(), "option per_class: the samples have no labels");
  const std::vector<Index> classes = data.labels.classes();
  std::map<Index, Index> taken;
  Fold split;
  for (const Index i : random_order(data.size(), rng)) {
    const Index own = classes[static_cast<std::size_t>(i)];
    (taken[own] < count ? split.train : split.test).push_back(i);
    ++taken[own];
  }
  for (const auto& [label, members] : taken) {
    require(members > count, "option per_class: class '{}' has {} samples, no more than {}",
            data.labels.names()[static_cast<std::size_t>(label)], members, count);
  }
  std::ranges::sort(split.train);
  std::ranges::sort(split.test);
  return split;
}

}  // namespace

Options describe(SplitOptions& o) {
  return {{"share", &o.share, "of the samples that go to the test part", between(0, 1)},
          {"per_class", &o.per_class,
           "so many samples of each class are learned from and the others test; 0 = by share",
           at_least(0)}};
}

Fold split_at(Index end, Index n) {
  require(0 < end && end < n, "a split of {} samples at {} leaves one part empty", n, end);
  Fold split{std::vector<Index>(static_cast<std::size_t>(end)),
             std::vector<Index>(static_cast<std::size_t>(n - end))};
  std::iota(split.train.begin(), split.train.end(), Index{0});
  std::iota(split.test.begin(), split.test.end(), end);
  return split;
}

Fold random_split(const Dataset& data, const SplitOptions& options, Rng& rng) {
  if (options.per_class > 0) return split_per_class(data, options.per_class, rng);
  if (data.groups.empty()) return stratified_split(split_classes(data), options.share, rng);
  require(0 < options.share && options.share < 1, "a share of {}: it lies between 0 and 1",
          options.share);
  return split_groups(split_classes(data), data.groups.classes(), options.share, rng);
}

}  // namespace mahala
