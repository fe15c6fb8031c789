/// @file
/// Internal: measures of one query from the scores of all items: by the ranks of what is relevant,
/// and of labels by the vote of the nearest.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/adapt/collection.hpp"

namespace mahala {

/// What is measured of retrieval; the numbers are places in Figures.
enum class RetrievalMetric : std::size_t { map, ndcg, mrr, recall, vote };

/// The last is of labels alone: the five nearest vote for the own one.
inline constexpr std::array<std::string_view, 5> retrieval_metrics = {"map", "ndcg@10", "mrr",
                                                                      "recall@10", "vote@5"};

/// Their names where feedback is of this kind.
std::vector<std::string> metrics_of(FeedbackKind kind);

/// Error unless it is one of them.
RetrievalMetric parse_metric(std::string_view text, FeedbackKind kind);

using Figures = std::array<double, 5>;

/// Ranks of the relevant items among all but the query itself, best first, from 0; equal scores by
/// number.
std::vector<Index> ranks_of_relevant(const Eigen::Ref<const Eigen::VectorXf>& scores,
                                     const CollectedQuery& query, std::vector<double>& grades);

/// `classes` of the items, or empty: then nobody votes.
Figures measure_query(const Eigen::Ref<const Eigen::VectorXf>& scores, const CollectedQuery& query,
                      const std::vector<Index>& classes = {});

}  // namespace mahala
