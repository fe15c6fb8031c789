#include "mahala/evaluate/folds.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"

namespace mahala {

std::vector<Fold> stratified_folds(const std::vector<Index>& classes, Index folds, Rng& rng) {
  const Index n = std::ssize(classes);
  require(2 <= folds && folds <= n, "{} folds of {} samples: between 2 and {} are possible", folds,
          n, n);
  std::vector<Index> order = random_order(n, rng);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return classes[static_cast<std::size_t>(a)] < classes[static_cast<std::size_t>(b)];
  });
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

}  // namespace mahala
