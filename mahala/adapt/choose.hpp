/// @file
/// Internal: the best candidate by folds over queries, and whether it passes the gate.
#pragma once

#include "mahala/adapt/adapt.hpp"
#include "mahala/adapt/gate.hpp"
#include "mahala/adapt/trials.hpp"

namespace mahala {

/// Candidates tried, and which of them is best.
struct CandidateChoice {
  std::vector<AdaptCandidate> candidates = {};
  TrialFigures figures = {};          ///< of each candidate and query
  std::vector<Index> judged_by = {};  ///< queries that the gate looks at, ascending
  GateResult gate = {};               ///< of them: chosen without them, less the identity
  std::size_t best = 0;
  std::vector<Fold> folds = {};     ///< a candidate chosen by `train` is judged by `test`
  std::vector<Fold> learning = {};  ///< what candidates learn from, and are tried on
};

/// What the gate tests, and what candidates are chosen by.
struct Judging {
  RetrievalMetric metric = RetrievalMetric::map;
  bool votes_too = false;  ///< chosen by the sum of the metric and the votes of labels
};

/// The candidate with the best mean over the folds, of mean average precision the best geometric
/// mean; ties go to the first. The gate's differences are of queries that did not take part in
/// choosing: each fold gets the candidate that is best in the others, since the best of many
/// candidates looks better than it is. Where feedback has times, candidates learn from the older
/// four fifths of the queries and the newest fifth is the gate. Where queries are held out,
/// candidates learn from all others and folds are of those that are: parts to choose by and to
/// judge. `sides` holds one or both; of both `query` is taken unless `two` passes the gate against
/// it.
CandidateChoice choose_candidate(const Collection& collection, const Feedback& feedback,
                                 const std::vector<AdaptSide>& sides, const Judging& judging,
                                 const AdaptOptions& options, const Spectrum& documents);

/// The mean of a figure over some queries.
double mean_figure(const std::vector<Figures>& figures, RetrievalMetric metric,
                   const std::vector<Index>& queries);

}  // namespace mahala
