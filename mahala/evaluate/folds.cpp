#include "mahala/evaluate/folds.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

/// All samples in random order, but class after class.
std::vector<Index> order_by_class(const std::vector<Index>& classes, Rng& rng) {
  std::vector<Index> order = random_order(std::ssize(classes), rng);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return classes[static_cast<std::size_t>(a)] < classes[static_cast<std::size_t>(b)];
  });
  return order;
}

/// Training and test part of every fold.
std::vector<Fold> parts_of(const std::vector<Index>& fold_of, Index folds) {
  std::vector<Fold> parts(static_cast<std::size_t>(folds));
  for (Index i = 0; i < std::ssize(fold_of); ++i) {
    for (Index f = 0; f < folds; ++f) {
      Fold& part = parts[static_cast<std::size_t>(f)];
      (fold_of[static_cast<std::size_t>(i)] == f ? part.test : part.train).push_back(i);
    }
  }
  return parts;
}

/// The members of each group, larger groups first and equal ones in random order.
std::vector<std::vector<Index>> groups_by_size(const std::vector<Index>& groups, Rng& rng) {
  std::vector<std::vector<Index>> members;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto group = static_cast<std::size_t>(groups[i]);
    if (group >= members.size()) members.resize(group + 1);
    members[group].push_back(static_cast<Index>(i));
  }
  std::vector<std::vector<Index>> shuffled;
  for (const Index g : random_order(std::ssize(members), rng)) {
    auto& group = members[static_cast<std::size_t>(g)];
    if (!group.empty()) shuffled.push_back(std::move(group));
  }
  std::ranges::stable_sort(shuffled, std::greater(), &std::vector<Index>::size);
  return shuffled;
}

/// How the classes are shared out so far, fold by fold.
class Shares {
 public:
  Shares(const std::vector<Index>& classes, Index folds)
      : classes_(classes),
        total_(Vector::Zero(*std::ranges::max_element(classes) + 1)),
        held_(Matrix::Zero(total_.size(), folds)) {
    for (const Index c : classes) ++total_[c];
  }

  /// The fold where the group's classes have had the least; of equal ones the smallest.
  Index best_for(const std::vector<Index>& group) const {
    Vector more = Vector::Zero(total_.size());
    for (const Index i : group) ++more[classes_[static_cast<std::size_t>(i)]];
    const Vector scale = total_.cwiseMax(1).cwiseAbs2().cwiseInverse();
    Index best = 0;
    std::pair<double, double> least = {};
    for (Index f = 0; f < held_.cols(); ++f) {
      const Vector after = held_.col(f) + more;
      const double growth =
          ((after.cwiseAbs2() - held_.col(f).cwiseAbs2()).cwiseProduct(scale)).sum();
      const std::pair<double, double> cost = {growth, held_.col(f).sum()};
      if (f == 0 || cost < least) best = f, least = cost;
    }
    return best;
  }

  void add(const std::vector<Index>& group, Index fold) {
    for (const Index i : group) ++held_(classes_[static_cast<std::size_t>(i)], fold);
  }

 private:
  const std::vector<Index>& classes_;
  Vector total_;  ///< by class
  Matrix held_;   ///< by class and fold
};

}  // namespace

std::vector<Fold> stratified_folds(const std::vector<Index>& classes, Index folds, Rng& rng) {
  const Index n = std::ssize(classes);
  require(2 <= folds && folds <= n, "{} folds of {} samples: between 2 and {} are possible", folds,
          n, n);
  const std::vector<Index> order = order_by_class(classes, rng);
  // Dealt like cards, one class after the other without starting anew: the folds differ by
  // one sample at most in every class and as a whole.
  std::vector<Index> fold_of(classes.size());
  for (Index k = 0; k < n; ++k) {
    fold_of[static_cast<std::size_t>(order[static_cast<std::size_t>(k)])] = k % folds;
  }
  return parts_of(fold_of, folds);
}

std::vector<Fold> grouped_folds(const std::vector<Index>& classes, const std::vector<Index>& groups,
                                Index folds, Rng& rng) {
  require(classes.size() == groups.size(), "{} groups for {} samples", groups.size(),
          classes.size());
  const auto members = groups_by_size(groups, rng);
  const Index count = std::ssize(members);
  require(2 <= folds && folds <= count,
          "{} folds of {} groups, which stay together: between 2 and {} are possible", folds, count,
          count);
  Shares shares(classes, folds);
  std::vector<Index> fold_of(classes.size());
  Index empty = folds;  // the first groups go to folds that have none
  for (const auto& group : members) {
    const Index fold = empty > 0 ? folds - empty-- : shares.best_for(group);
    shares.add(group, fold);
    for (const Index i : group) fold_of[static_cast<std::size_t>(i)] = fold;
  }
  return parts_of(fold_of, folds);
}

std::vector<Fold> dataset_folds(const Dataset& data, Index folds, Rng& rng) {
  const std::vector<Index> classes = data.labels.classes();
  if (data.groups.empty()) return stratified_folds(classes, folds, rng);
  return grouped_folds(classes, data.groups.classes(), folds, rng);
}

Index group_count(const Dataset& data) {
  if (data.groups.empty()) return data.size();
  const std::vector<Index> groups = data.groups.classes();
  return std::ssize(std::set<Index>(groups.begin(), groups.end()));
}

Fold stratified_split(const std::vector<Index>& classes, double share, Rng& rng) {
  require(0 < share && share < 1, "a share of {} held out: it lies between 0 and 1", share);
  const std::vector<Index> order = order_by_class(classes, rng);
  // Sample k goes to the test part where k share passes a whole number: evenly along the
  // order, and so along every class.
  const auto passed = [&](std::size_t k) { return std::floor(static_cast<double>(k) * share); };
  Fold split;
  for (std::size_t k = 0; k < order.size(); ++k) {
    (passed(k + 1) > passed(k) ? split.test : split.train).push_back(order[k]);
  }
  require(!split.test.empty() && !split.train.empty(),
          "a share of {} held out of {} samples leaves one part empty", share, classes.size());
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

}  // namespace mahala
