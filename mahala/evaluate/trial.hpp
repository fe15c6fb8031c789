/// @file
/// A fitted model evaluated on samples, without learning or folds. Metrics are measured by
/// everything but labels, similarities for retrieval (queries on the left, items on the right, the
/// largest score first), verification and triplets, rankings for labels. A label that a ranking
/// does not know counts as ranked last.
///
/// Queries look for items in a base or, without one, each among the other queries (leave one
/// out). Pairs, triplets and clusters are of queries. What is true comes from the labels
/// unless it is given.
#pragma once

#include <optional>
#include <vector>

#include "mahala/data/dataset.hpp"
#include "mahala/evaluate/measures.hpp"
#include "mahala/model/model.hpp"

namespace mahala {

struct Trial {
  Dataset queries = {};
  std::optional<Dataset> base = {};
  std::vector<Measure> measures = {};
  std::optional<Judgements> judgements = {};  ///< what is relevant in retrieval
  std::vector<LabelledPair> pairs = {};       ///< what is verified, if there are any
  Triplets triplets = {};                     ///< measured if there are any
  Pairs observed = {};                        ///< squared distances ("="), measured likewise
  Index k = 5;                                ///< neighbours that vote
  std::vector<Index> cuts = {5};              ///< of retrieval
  std::uint64_t seed = 0;                     ///< of K-means and of pairs drawn from the labels

  const Dataset& items() const { return base ? *base : queries; }
};

/// "<=" says that two samples belong together, ">=" that they do not. Error naming the first
/// pair with "=", which says neither.
std::vector<LabelledPair> same_or_different(const Pairs& pairs);

/// The pairs or triplets that a trial judges by; Nothing if it judges by labels.
Constraints judged_constraints(const Trial& trial);

/// One for each measure in their order, then one of the triplets if there are any, then one of
/// observed distances. Two models
/// meet the same units. Error if labels are needed and missing, or if more neighbours are to
/// vote than there are, or the model's kind cannot be asked for a measure.
std::vector<Measurement> measure(const Model& model, const Trial& trial);

/// What a calibrated model says of the trial's pairs; nothing if it is not calibrated or there are
/// none.
std::vector<Forecast> forecast_pairs(const Model& model, const Trial& trial);

/// What stands beside a model of this kind: "euclidean", "inner product" or "frequency".
std::string_view baseline_name(ModelKind kind);

/// The same measured without having learned: the Euclidean metric or the inner product of samples
/// as the model prepares them; for rankings the labels in the order of how often the trial's own
/// samples have them, which no constant order betters by much.
std::vector<Measurement> measure_baseline(const Model& model, const Trial& trial);

}  // namespace mahala
