#include "mahala/evaluate/knn.hpp"

#include <algorithm>
#include <numeric>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

/// The most frequent entry; of equally frequent ones the smallest.
Index most_frequent(std::vector<Index> votes) {
  std::sort(votes.begin(), votes.end());
  Index winner = votes.front(), most = 0;
  for (auto first = votes.begin(); first != votes.end();) {
    const auto last = std::upper_bound(first, votes.end(), *first);
    if (last - first > most) {
      most = last - first;
      winner = *first;
    }
    first = last;
  }
  return winner;
}

void check_classes(const Samples& x, const std::vector<Index>& classes) {
  require(x.size() == std::ssize(classes), "{} training samples have {} classes", x.size(),
          classes.size());
}

}  // namespace

std::vector<Index> vote(const Neighbours& near, const std::vector<Index>& classes) {
  std::vector<Index> predicted;
  predicted.reserve(static_cast<std::size_t>(near.item.cols()));
  for (Index j = 0; j < near.item.cols(); ++j) {
    std::vector<Index> votes;
    for (const Index item : near.item.col(j)) {
      votes.push_back(classes[static_cast<std::size_t>(item)]);
    }
    predicted.push_back(most_frequent(std::move(votes)));
  }
  return predicted;
}

std::vector<Index> classify_knn(const Samples& train, const std::vector<Index>& classes,
                                const Samples& queries, Index k) {
  check_classes(train, classes);
  return vote(nearest(train, queries, k), classes);
}

std::vector<Index> classify_others(const Samples& x, const std::vector<Index>& classes, Index k) {
  check_classes(x, classes);
  require(k >= 1 && k < x.size(), "a vote of {} others among {} samples", k, x.size());
  std::vector<Index> own(static_cast<std::size_t>(x.size()));
  std::iota(own.begin(), own.end(), Index{0});
  return vote(nearest_others(x, x, k, own), classes);
}

double error_rate(const std::vector<Index>& predicted, const std::vector<Index>& truth) {
  require(predicted.size() == truth.size(), "{} predictions for {} samples", predicted.size(),
          truth.size());
  require(!truth.empty(), "the error rate of no predictions is undefined");
  Index wrong = 0;
  for (std::size_t k = 0; k < truth.size(); ++k) wrong += predicted[k] != truth[k] ? 1 : 0;
  return static_cast<double>(wrong) / static_cast<double>(truth.size());
}

}  // namespace mahala
