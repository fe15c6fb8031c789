#include "mahala/evaluate/label_ranking.hpp"

#include <algorithm>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/ranked.hpp"

namespace mahala {
namespace {

double precision_of(const Eigen::Ref<const Vector>& scores, std::span<const Index> relevant) {
  std::vector<Index> order(static_cast<std::size_t>(scores.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return scores[a] > scores[b]; });
  std::vector<double> grades;
  for (const Index label : order) {
    const bool own = std::find(relevant.begin(), relevant.end(), label) != relevant.end();
    grades.push_back(own ? 1 : 0);
  }
  return average_precision(grades);
}

}  // namespace

std::vector<double> label_ranking_precision(const MatrixView& scores, const Labels& labels) {
  require(scores.rows() == labels.label_count(), "{} labels have {} rows of scores",
          labels.label_count(), scores.rows());
  require(scores.cols() == labels.size(), "{} samples have {} columns of scores", labels.size(),
          scores.cols());
  require(!scores.array().isNaN().any(), "a score is NaN");
  std::vector<double> precision;
  for (Index i = 0; i < labels.size(); ++i) {
    if (!labels[i].empty()) precision.push_back(precision_of(scores.col(i), labels[i]));
  }
  return precision;
}

}  // namespace mahala
