#include "mahala/adapt/choose.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <set>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

double figure(const Figures& figures, RetrievalMetric metric) {
  return figures[static_cast<std::size_t>(metric)];
}

std::vector<Index> every_query(const Collection& collection) {
  std::vector<Index> all(static_cast<std::size_t>(collection.size()));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

/// Folds of some queries; groups stay together.
std::vector<Fold> folds_of_queries(const std::vector<Index>& queries,
                                   const std::vector<Index>& groups, Index folds, Rng& rng) {
  std::vector<Index> own;
  for (const Index q : queries) own.push_back(groups[static_cast<std::size_t>(q)]);
  const auto count = std::ssize(std::set<Index>(own.begin(), own.end()));
  if (count < 2) return {};
  auto made = grouped_folds(std::vector<Index>(own.size(), 0), own, std::min(folds, count), rng);
  for (Fold& fold : made) {
    for (Index& q : fold.train) q = queries[static_cast<std::size_t>(q)];
    for (Index& q : fold.test) q = queries[static_cast<std::size_t>(q)];
  }
  return made;
}

/// The newest fifth of the queries, with all of their groups; the rest is older.
Fold newest_apart(const Collection& collection, const Feedback& feedback,
                  const std::vector<Index>& groups) {
  std::vector<Index> order = every_query(collection);
  const auto time = [&](Index q) {
    const Index source = collection.judged[static_cast<std::size_t>(q)].source;
    return feedback.queries[static_cast<std::size_t>(source)].time;
  };
  std::ranges::stable_sort(order, [&](Index a, Index b) { return time(a) < time(b); });
  std::set<Index> newest;
  for (std::size_t k = order.size() - order.size() / 5; k < order.size(); ++k) {
    newest.insert(groups[static_cast<std::size_t>(order[k])]);
  }
  Fold apart;
  for (const Index q : every_query(collection)) {
    const bool is_new = newest.contains(groups[static_cast<std::size_t>(q)]);
    (is_new ? apart.test : apart.train).push_back(q);
  }
  return apart;
}

/// Candidates learn from queries that are not held out, nor equal to one that is.
Fold held_out_apart(const Collection& collection, const std::vector<Index>& groups) {
  std::set<Index> judging;
  Fold apart;
  for (const Index q : every_query(collection)) {
    if (!collection.judged[static_cast<std::size_t>(q)].held_out) continue;
    apart.test.push_back(q);
    judging.insert(groups[static_cast<std::size_t>(q)]);
  }
  for (const Index q : every_query(collection)) {
    if (!judging.contains(groups[static_cast<std::size_t>(q)])) apart.train.push_back(q);
  }
  return apart;
}

/// Folds of tried queries that learn from untried ones too, but for those equal to a tested one.
std::vector<Fold> with_all_others(std::vector<Fold> folds, const Collection& collection,
                                  const std::vector<Index>& groups) {
  for (Fold& fold : folds) {
    std::set<Index> tested;
    for (const Index q : fold.test) tested.insert(groups[static_cast<std::size_t>(q)]);
    for (const Index q : every_query(collection)) {
      const auto at = static_cast<std::size_t>(q);
      if (!collection.judged[at].tried && !tested.contains(groups[at])) fold.train.push_back(q);
    }
    std::ranges::sort(fold.train);
  }
  return folds;
}

/// What candidates are chosen by: the mean figure; of average precision, which is never 0, the mean
/// of its logarithm. Few queries that are answered well decide the former, so that it picks
/// worse from few queries even by its own measure (docs/results/adapt.md). Votes are what labels
/// are learned for, but they are coarse: beside the ranking of the nearest they pick better than
/// either alone.
double merit(const std::vector<Figures>& figures, const Judging& judging,
             const std::vector<Index>& queries) {
  const RetrievalMetric metric = judging.metric;
  const double votes = judging.votes_too ? mean_figure(figures, RetrievalMetric::vote, queries) : 0;
  if (metric != RetrievalMetric::map) return votes + mean_figure(figures, metric, queries);
  double sum = 0;
  for (const Index q : queries) {
    sum += std::log(figure(figures[static_cast<std::size_t>(q)], metric));
  }
  return sum;
}

std::size_t best_candidate(const CandidateChoice& choice, const Judging& judging,
                           const std::vector<Index>& queries, AdaptSide side) {
  std::size_t best = 0;
  double highest = merit(choice.figures[0], judging, queries);
  for (std::size_t k = 1; k < choice.candidates.size(); ++k) {
    if (choice.candidates[k].side != side) continue;
    const double found = merit(choice.figures[k], judging, queries);
    if (found > highest) best = k, highest = found;
  }
  return best;
}

/// What the best candidate of a side, chosen on the other folds, gives each query.
std::vector<double> values_apart(const CandidateChoice& choice, const Judging& judging,
                                 AdaptSide side, Index queries) {
  std::vector<double> values(static_cast<std::size_t>(queries), 0);
  for (const Fold& fold : choice.folds) {
    const std::size_t best = best_candidate(choice, judging, fold.train, side);
    for (const Index q : fold.test) {
      const auto at = static_cast<std::size_t>(q);
      values[at] = figure(choice.figures[best][at], judging.metric);
    }
  }
  return values;
}

std::vector<double> less(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> difference;
  for (std::size_t k = 0; k < a.size(); ++k) difference.push_back(a[k] - b[k]);
  return difference;
}

std::vector<double> base_values(const CandidateChoice& choice, RetrievalMetric metric) {
  std::vector<double> values;
  for (const Figures& each : choice.figures[0]) values.push_back(figure(each, metric));
  return values;
}

/// Those of all sides, one identity before them.
std::vector<AdaptCandidate> candidates_of(const std::vector<AdaptSide>& sides, bool all,
                                          FeedbackKind kind) {
  std::vector<AdaptCandidate> candidates;
  for (const AdaptSide side : sides) {
    const auto grid = candidate_grid(side, all, kind == FeedbackKind::labels);
    candidates.insert(candidates.end(), grid.begin() + (candidates.empty() ? 0 : 1), grid.end());
  }
  return candidates;
}

/// The gate of what some queries gain, duplicates of each other together. Labels answer each other.
GateResult gate_of(const std::vector<double>& gains, const std::vector<Index>& queries,
                   const std::vector<Index>& groups, FeedbackKind kind, double confidence) {
  std::vector<double> judged;
  std::vector<Index> together;
  for (const Index q : queries) {
    judged.push_back(gains[static_cast<std::size_t>(q)]);
    together.push_back(groups[static_cast<std::size_t>(q)]);
  }
  return pass_gate(judged, confidence, together, kind == FeedbackKind::labels ? 2 : 1);
}

/// What the newest queries gain by what was chosen on the older ones.
std::vector<double> gains_of_newest(const Collection& collection, const Fold& apart,
                                    RetrievalMetric metric, const Spectrum& documents,
                                    CandidateChoice& choice) {
  const auto found =
      try_candidates(collection, lessons_of(collection),
                     {choice.candidates[0], choice.candidates[choice.best]}, {apart}, documents);
  std::vector<double> gains(collection.judged.size(), 0);
  for (const Index q : apart.test) {
    const auto at = static_cast<std::size_t>(q);
    gains[at] = figure(found[1][at], metric) - figure(found[0][at], metric);
    choice.figures[0][at] = found[0][at];
    choice.figures[choice.best][at] = found[1][at];
  }
  return gains;
}

}  // namespace

double mean_figure(const std::vector<Figures>& figures, RetrievalMetric metric,
                   const std::vector<Index>& queries) {
  double sum = 0;
  for (const Index q : queries) sum += figure(figures[static_cast<std::size_t>(q)], metric);
  return queries.empty() ? 0 : sum / static_cast<double>(queries.size());
}

CandidateChoice choose_candidate(const Collection& collection, const Feedback& feedback,
                                 const std::vector<AdaptSide>& sides, const Judging& judging,
                                 const AdaptOptions& options, const Spectrum& documents) {
  CandidateChoice choice{.candidates =
                             candidates_of(sides, options.candidates == "all", feedback.kind)};
  const std::vector<Index> groups = query_groups(collection, feedback.kind);
  const bool held_out = feedback.held_out > 0;
  const Fold apart = held_out         ? held_out_apart(collection, groups)
                     : feedback.timed ? newest_apart(collection, feedback, groups)
                                      : Fold{};
  const bool by_time = !held_out && !apart.train.empty() && !apart.test.empty();
  const std::vector<Index> looked_at = held_out  ? apart.test
                                       : by_time ? apart.train
                                                 : collection.tried();
  Rng rng = make_rng(options.seed, RandomStream::race_folds);
  choice.folds = folds_of_queries(looked_at, groups, options.folds, rng);
  if (choice.folds.empty()) return choice;
  choice.learning =
      held_out ? std::vector<Fold>{apart} : with_all_others(choice.folds, collection, groups);
  choice.figures = try_candidates(collection, lessons_of(collection), choice.candidates,
                                  choice.learning, documents);
  const auto gate = [&](const std::vector<double>& gains, const std::vector<Index>& queries) {
    return gate_of(gains, queries, groups, feedback.kind, options.confidence);
  };
  const auto apart_values = [&](AdaptSide side) {
    return values_apart(choice, judging, side, collection.size());
  };
  // Of two sides the index is left alone unless embedding it anew is certainly better.
  AdaptSide side = sides.front();
  if (sides.size() > 1 &&
      gate(less(apart_values(AdaptSide::two), apart_values(AdaptSide::query)), looked_at).passed) {
    side = AdaptSide::two;
  }
  choice.best = best_candidate(choice, judging, looked_at, side);
  choice.judged_by = by_time ? apart.test : looked_at;
  choice.gate = gate(by_time ? gains_of_newest(collection, apart, judging.metric, documents, choice)
                             : less(apart_values(side), base_values(choice, judging.metric)),
                     choice.judged_by);
  return choice;
}

}  // namespace mahala
