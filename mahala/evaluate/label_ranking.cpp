#include "mahala/evaluate/label_ranking.hpp"

#include <algorithm>
#include <numeric>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

/// 1 for the own labels of a sample and 0 for others, in the order of the scores.
void grade(const Eigen::Ref<const Vector>& scores, std::span<const Index> relevant,
           std::vector<double>& ranked) {
  std::vector<Index> order(static_cast<std::size_t>(scores.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return scores[a] > scores[b]; });
  for (const Index label : order) {
    const bool own = std::find(relevant.begin(), relevant.end(), label) != relevant.end();
    ranked.push_back(own ? 1 : 0);
  }
}

}  // namespace

Retrieval rank_labels(const MatrixView& scores, const Labels& labels,
                      const std::vector<Index>& cuts) {
  require(scores.rows() == labels.label_count(), "{} labels have {} rows of scores",
          labels.label_count(), scores.rows());
  require(scores.cols() == labels.size(), "{} samples have {} columns of scores", labels.size(),
          scores.cols());
  require(!scores.array().isNaN().any(), "a score is NaN");
  return measure_rankings(
      labels.size(),
      [&](Index i, std::vector<double>& ranked) { grade(scores.col(i), labels[i], ranked); }, cuts);
}

}  // namespace mahala
