/// @file
/// Internal: measures of one query from the scores of all items, by the ranks of what is relevant.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/adapt/collection.hpp"

namespace mahala {

/// What is measured of retrieval; the numbers are places in Figures.
enum class RetrievalMetric : std::size_t { map, ndcg, mrr, recall };

inline constexpr std::array<std::string_view, 4> retrieval_metrics = {"map", "ndcg@10", "mrr",
                                                                      "recall@10"};

/// Error unless it is one of them.
RetrievalMetric parse_metric(std::string_view text);

using Figures = std::array<double, 4>;

/// Ranks of the relevant items among all but the query itself, best first, from 0; equal scores by
/// number.
std::vector<Index> ranks_of_relevant(const Eigen::Ref<const Eigen::VectorXf>& scores,
                                     const CollectedQuery& query, std::vector<double>& grades);

Figures measure_query(const Eigen::Ref<const Eigen::VectorXf>& scores, const CollectedQuery& query);

}  // namespace mahala
