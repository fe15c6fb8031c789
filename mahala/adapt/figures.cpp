#include "mahala/adapt/figures.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/vector_units.hpp"
#include "mahala/evaluate/ranked.hpp"

namespace mahala {
namespace {

using Scores = Eigen::Ref<const Eigen::VectorXf>;

constexpr Index figures_cut = 10;
constexpr std::size_t voters = 5;
/// With more relevant items one pass over all items is quicker than one for each of them.
constexpr std::size_t few_relevant = 24;

bool precedes(const Scores& scores, Index a, Index b) {
  return scores[a] != scores[b] ? scores[a] > scores[b] : a < b;
}

/// How many of the numbers are at least `own`, or above it.
MAHALA_WIDEST_VECTORS
int count_at_least(const float* values, Index size, float own) {
  int count = 0;
  for (Index i = 0; i < size; ++i) count += values[i] >= own ? 1 : 0;
  return count;
}

MAHALA_WIDEST_VECTORS
int count_above(const float* values, Index size, float own) {
  int count = 0;
  for (Index i = 0; i < size; ++i) count += values[i] > own ? 1 : 0;
  return count;
}

Index count_before(const Scores& scores, Index item) {
  const float own = scores[item];
  return count_at_least(scores.data(), item, own) +
         count_above(scores.data() + item + 1, scores.size() - item - 1, own);
}

/// How many items precede each of `sorted`, by their places among these.
std::vector<Index> counts_before(const Scores& scores, const std::vector<Index>& sorted) {
  std::vector<Index> between(sorted.size() + 1, 0);
  for (Index i = 0; i < scores.size(); ++i) {
    const auto at = std::ranges::lower_bound(
        sorted, i, [&](Index a, Index b) { return precedes(scores, a, b); });
    ++between[static_cast<std::size_t>(at - sorted.begin())];
  }
  // An item is found where it stands itself, so it precedes those behind it only.
  std::vector<Index> counts(sorted.size());
  Index sum = 0;
  for (std::size_t k = 0; k < sorted.size(); ++k) counts[k] = (sum += between[k]) - 1;
  return counts;
}

/// The nearest items but for the query itself, best first.
std::vector<Index> voters_of(const Scores& scores, const CollectedQuery& query) {
  std::vector<Index> nearest;
  for (Index i = 0; i < scores.size(); ++i) {
    if (i == query.self) continue;
    const bool full = nearest.size() == voters;
    if (full && !precedes(scores, i, nearest.back())) continue;
    if (full) nearest.pop_back();
    const auto place =
        std::ranges::find_if(nearest, [&](Index other) { return precedes(scores, i, other); });
    nearest.insert(place, i);
  }
  return nearest;
}

/// Is the class most frequent among the voters that of the query? Ties go to the smallest.
bool votes_right(const Scores& scores, const CollectedQuery& query,
                 const std::vector<Index>& classes) {
  std::map<Index, int> votes;
  for (const Index i : voters_of(scores, query)) ++votes[classes[static_cast<std::size_t>(i)]];
  const auto winner = std::ranges::max_element(
      votes, {}, [](const auto& class_and_votes) { return class_and_votes.second; });
  return winner != votes.end() && winner->first == classes[static_cast<std::size_t>(query.self)];
}

}  // namespace

std::vector<std::string> metrics_of(FeedbackKind kind) {
  std::vector<std::string> names(retrieval_metrics.begin(), retrieval_metrics.end());
  if (kind != FeedbackKind::labels) names.pop_back();
  return names;
}

RetrievalMetric parse_metric(std::string_view text, FeedbackKind kind) {
  const std::vector<std::string> names = metrics_of(kind);
  const auto found = std::ranges::find(names, text);
  require(found != names.end(), "there is no metric '{}' (there are: {})", text,
          fmt::join(names, ", "));
  return static_cast<RetrievalMetric>(found - names.begin());
}

std::vector<Index> ranks_of_relevant(const Scores& scores, const CollectedQuery& query,
                                     std::vector<double>& grades) {
  std::vector<std::size_t> order(query.relevant.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return precedes(scores, query.relevant[a], query.relevant[b]);
  });
  std::vector<Index> sorted;
  grades.clear();
  for (const std::size_t k : order) {
    sorted.push_back(query.relevant[k]);
    grades.push_back(query.grades[k]);
  }
  std::vector<Index> ranks;
  if (sorted.size() > few_relevant) {
    ranks = counts_before(scores, sorted);
  } else {
    for (const Index item : sorted) ranks.push_back(count_before(scores, item));
  }
  for (std::size_t k = 0; k < ranks.size() && query.self >= 0; ++k) {
    if (precedes(scores, query.self, sorted[k])) --ranks[k];
  }
  return ranks;
}

Figures measure_query(const Scores& scores, const CollectedQuery& query,
                      const std::vector<Index>& classes) {
  std::vector<double> grades;
  const std::vector<Index> ranks = ranks_of_relevant(scores, query, grades);
  std::vector<double> ranked(static_cast<std::size_t>(ranks.back() + 1), 0.0);
  for (std::size_t k = 0; k < ranks.size(); ++k) {
    ranked[static_cast<std::size_t>(ranks[k])] = grades[k];
  }
  return {average_precision(ranked), ndcg_at(figures_cut, ranked), reciprocal_rank(ranked),
          recall_at(figures_cut, ranked),
          !classes.empty() && votes_right(scores, query, classes) ? 1.0 : 0.0};
}

}  // namespace mahala
