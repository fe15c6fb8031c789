/// @file
/// How well queries find what is relevant to them: the measures of ranked.hpp over the whole
/// ranking of the items for each query, block by block.
///
/// Means run over the queries to which something is relevant (Shalit, Weinshall, Chechik,
/// JMLR 2012, 7.1.3); the others say nothing.
#pragma once

#include <functional>
#include <vector>

#include "mahala/data/labels/labels.hpp"
#include "mahala/evaluate/judgements.hpp"
#include "mahala/evaluate/rank_items.hpp"

namespace mahala {

struct RetrievalOptions {
  std::vector<Index> cuts = {10};  ///< where precision, recall and nDCG are taken; >= 1
  RankOptions rank = {};
};

/// Measures of the first k items.
struct RetrievalAt {
  Index k = 1;
  std::vector<double> precision = {}, recall = {}, ndcg = {};
};

/// In all lists one entry for each query to which something is relevant, in their order.
struct Retrieval {
  std::vector<Index> query = {};
  std::vector<double> average_precision = {}, reciprocal_rank = {};
  std::vector<RetrievalAt> at = {};  ///< one for each cut
};

/// Writes the grades of what is ranked for a query, best ranked first, into an empty vector;
/// called from any thread.
using RankedGrades = std::function<void(Index query, std::vector<double>& ranked)>;

/// The measures of rankings that are there already.
Retrieval measure_rankings(Index queries, const RankedGrades& grades,
                           const std::vector<Index>& cuts);

/// Writes the grades of all items for a query into a vector of zeros; called from any thread.
using Relevance = std::function<void(Index query, std::vector<double>& grades)>;

Retrieval retrieve(const Samples& items, const Samples& queries, const Relevance& relevance,
                   const RetrievalOptions& options);

/// Relevant, with grade 1, are items that share a label with the query. Samples without a label
/// are neither items nor queries. Both must have the ids of one set of names, as Labels::select
/// leaves them.
Retrieval retrieve(const Samples& items, const Labels& item_labels, const Samples& queries,
                   const Labels& query_labels, const RetrievalOptions& options);

/// Each sample as query for the others.
Retrieval retrieve_others(const Samples& x, const Labels& labels, RetrievalOptions options);

Retrieval retrieve(const Samples& items, const Samples& queries, const Judgements& judgements,
                   const RetrievalOptions& options);

}  // namespace mahala
