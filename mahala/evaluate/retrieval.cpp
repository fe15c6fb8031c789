#include "mahala/evaluate/retrieval.hpp"

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/evaluate/ranked.hpp"
#include "mahala/evaluate/verification.hpp"

namespace mahala {
namespace {

struct FiguresAt {
  double precision = 0, recall = 0, ndcg = 0;
};

/// What is measured of one query; threads write into different ones.
struct QueryFigures {
  bool any_relevant = false;
  double average_precision = 0, reciprocal_rank = 0;
  std::vector<FiguresAt> at = {};  ///< one for each cut
};

QueryFigures measure(Grades ranked, const std::vector<Index>& cuts) {
  if (relevant_count(ranked) == 0) return {};
  QueryFigures measured{true, average_precision(ranked), reciprocal_rank(ranked)};
  for (const Index k : cuts) {
    measured.at.push_back({precision_at(k, ranked), recall_at(k, ranked), ndcg_at(k, ranked)});
  }
  return measured;
}

Retrieval collect(const std::vector<QueryFigures>& all, const std::vector<Index>& cuts) {
  Retrieval result;
  for (const Index k : cuts) result.at.push_back({.k = k});
  for (std::size_t q = 0; q < all.size(); ++q) {
    if (!all[q].any_relevant) continue;
    result.query.push_back(static_cast<Index>(q));
    result.average_precision.push_back(all[q].average_precision);
    result.reciprocal_rank.push_back(all[q].reciprocal_rank);
    for (std::size_t c = 0; c < cuts.size(); ++c) {
      result.at[c].precision.push_back(all[q].at[c].precision);
      result.at[c].recall.push_back(all[q].at[c].recall);
      result.at[c].ndcg.push_back(all[q].at[c].ndcg);
    }
  }
  return result;
}

/// The samples of each label.
std::vector<std::vector<Index>> samples_of(const Labels& labels) {
  std::vector<std::vector<Index>> samples(static_cast<std::size_t>(labels.label_count()));
  for (Index i = 0; i < labels.size(); ++i) {
    for (const Index label : labels[i]) samples[static_cast<std::size_t>(label)].push_back(i);
  }
  return samples;
}

/// Relevant are items that share a label with the query.
Retrieval retrieve_labelled(const Samples& items, const Labels& item_labels, const Samples& queries,
                            const Labels& query_labels, const RetrievalOptions& options) {
  const auto samples = samples_of(item_labels);
  const auto share = [&](Index query, std::vector<double>& grades) {
    for (const Index label : query_labels[query]) {
      for (const Index i : samples[static_cast<std::size_t>(label)]) {
        grades[static_cast<std::size_t>(i)] = 1;
      }
    }
  };
  return retrieve(items, queries, share, options);
}

void check_cuts(const std::vector<Index>& cuts) {
  for (const Index k : cuts) require(k >= 1, "retrieval of the first {} items", k);
}

/// Queries whose rankings are measured by one thread at a time.
constexpr Index queries_of_part = 64;

}  // namespace

Retrieval measure_rankings(Index queries, const RankedGrades& grades,
                           const std::vector<Index>& cuts) {
  check_cuts(cuts);
  std::vector<QueryFigures> all(static_cast<std::size_t>(queries));
  parallel_parts(queries, queries_of_part, [&](Index begin, Index end) {
    std::vector<double> ranked;
    for (Index query = begin; query < end; ++query) {
      ranked.clear();
      grades(query, ranked);
      all[static_cast<std::size_t>(query)] = measure(ranked, cuts);
    }
  });
  return collect(all, cuts);
}

Retrieval retrieve(const Samples& items, const Samples& queries, const Relevance& relevance,
                   const RetrievalOptions& options) {
  check_cuts(options.cuts);
  std::vector<QueryFigures> all(static_cast<std::size_t>(queries.size()));
  rank_items(items, queries, options.rank, [&](Index query, std::span<const Index> order) {
    std::vector<double> grades(static_cast<std::size_t>(items.size()), 0.0), ranked;
    relevance(query, grades);
    ranked.reserve(order.size());
    for (const Index item : order) ranked.push_back(grades[static_cast<std::size_t>(item)]);
    all[static_cast<std::size_t>(query)] = measure(ranked, options.cuts);
  });
  return collect(all, options.cuts);
}

Retrieval retrieve(const Samples& items, const Labels& item_labels, const Samples& queries,
                   const Labels& query_labels, const RetrievalOptions& options) {
  require(item_labels.size() == items.size(), "{} items have {} lists of labels", items.size(),
          item_labels.size());
  require(query_labels.size() == queries.size(), "{} queries have {} lists of labels",
          queries.size(), query_labels.size());
  require(item_labels.names() == query_labels.names(),
          "the labels of items and queries are numbered differently");
  const std::vector<Index> some = labelled_samples(item_labels);
  const std::vector<Index> asked = labelled_samples(query_labels);
  if (some.empty() || asked.empty()) return collect({}, options.cuts);
  if (std::ssize(some) == items.size() && std::ssize(asked) == queries.size()) {
    return retrieve_labelled(items, item_labels, queries, query_labels, options);
  }
  Retrieval found = retrieve_labelled(items.select(some), item_labels.select(some),
                                      queries.select(asked), query_labels.select(asked), options);
  for (Index& query : found.query) query = asked[static_cast<std::size_t>(query)];
  return found;
}

Retrieval retrieve_others(const Samples& x, const Labels& labels, RetrievalOptions options) {
  options.rank.leave_out_self = true;
  return retrieve(x, labels, x, labels, options);
}

Retrieval retrieve(const Samples& items, const Samples& queries, const Judgements& judgements,
                   const RetrievalOptions& options) {
  std::vector<std::vector<Judgement>> of_query(static_cast<std::size_t>(queries.size()));
  for (const Judgement& judgement : judgements.all) {
    require(0 <= judgement.query && judgement.query < queries.size(), "query {} of {} is judged",
            judgement.query, queries.size());
    require(0 <= judgement.item && judgement.item < items.size(), "item {} of {} is judged",
            judgement.item, items.size());
    of_query[static_cast<std::size_t>(judgement.query)].push_back(judgement);
  }
  const auto judged = [&](Index query, std::vector<double>& grades) {
    for (const Judgement& judgement : of_query[static_cast<std::size_t>(query)]) {
      grades[static_cast<std::size_t>(judgement.item)] = judgement.grade;
    }
  };
  return retrieve(items, queries, judged, options);
}

}  // namespace mahala
