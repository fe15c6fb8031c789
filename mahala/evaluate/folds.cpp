#include "mahala/evaluate/folds.hpp"

#include <algorithm>
#include <cmath>

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
  std::vector<Fold> parts(static_cast<std::size_t>(folds));
  for (Index i = 0; i < n; ++i) {
    for (Index f = 0; f < folds; ++f) {
      Fold& part = parts[static_cast<std::size_t>(f)];
      (fold_of[static_cast<std::size_t>(i)] == f ? part.test : part.train).push_back(i);
    }
  }
  return parts;
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
