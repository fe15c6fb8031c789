#include "mahala/evaluate/trial.hpp"

#include "mahala/core/error.hpp"
#include "mahala/data/common_labels.hpp"
#include "mahala/evaluate/knn.hpp"

namespace mahala {
namespace {

/// What a model makes of a trial.
struct Embedded {
  Samples queries;
  std::optional<Samples> base;

  const Samples& items() const { return base ? *base : queries; }
};

void check_labels(const Dataset& data) {
  require(!data.labels.empty(), "{}: has no labels to measure by", data.source);
}

Measurement vote(const Embedded& x, const Trial& trial) {
  check_labels(trial.queries);
  check_labels(trial.items());
  for (const Dataset* each : {&trial.queries, &trial.items()}) {
    check_classes(*each, "the measure knn");
  }
  const Index most = trial.items().size() - (trial.base ? 0 : 1);
  require(trial.k <= most, "a vote of {} neighbours: there are only {}", trial.k, most);
  if (!trial.base) {
    const std::vector<Index> truth = trial.queries.labels.classes();
    return measure_votes(classify_others(x.queries, truth, trial.k), truth);
  }
  const auto [items, queries] = common_labels(trial.base->labels, trial.queries.labels);
  const std::vector<Index> truth = queries.classes();
  return measure_votes(classify_knn(*x.base, items.classes(), x.queries, trial.k), truth);
}

Retrieval search(const Embedded& x, const Trial& trial) {
  const RetrievalOptions options{.cuts = trial.cuts, .rank = {.leave_out_self = !trial.base}};
  if (trial.judged) return retrieve(x.items(), x.queries, *trial.judged, options);
  check_labels(trial.queries);
  check_labels(trial.items());
  const auto [items, queries] = common_labels(trial.items().labels, trial.queries.labels);
  return retrieve(x.items(), items, x.queries, queries, options);
}

Measurement verify_pairs(const Embedded& x, const Trial& trial) {
  if (!trial.pairs.empty()) return measure_verification(x.queries, trial.pairs);
  check_labels(trial.queries);
  return verify_by_label(x.queries, trial.queries.labels, trial.seed);
}

Measurement measure_one(Measure measure, const Embedded& x, const Trial& trial) {
  switch (measure) {
    case Measure::knn:
      return vote(x, trial);
    case Measure::retrieval:
      return measure_retrieval(search(x, trial));
    case Measure::clustering:
      check_labels(trial.queries);
      check_classes(trial.queries, "the measure clustering");
      return cluster_by_label(x.queries, trial.queries.labels, trial.seed);
    default:
      return verify_pairs(x, trial);
  }
}

}  // namespace

std::vector<LabelledPair> same_or_different(const Pairs& pairs) {
  std::vector<LabelledPair> labelled;
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    const Pair& pair = pairs[p];
    require(pair.relation != Relation::equal,
            "pair {} has the relation '=', which says neither that its samples belong together "
            "(<=) nor that they do not (>=)",
            p + 1);
    require(pair.j != origin, "pair {} joins a sample to the origin, not to another", p + 1);
    labelled.push_back({pair.i, pair.j, pair.relation == Relation::at_most, pair.weight});
  }
  return labelled;
}

std::vector<Measurement> measure(const Model& model, const Trial& trial) {
  Embedded x{.queries = embed_samples(model, trial.queries.x), .base = {}};
  if (trial.base) x.base = embed_samples(model, trial.base->x);
  std::vector<Measurement> all;
  for (const Measure each : trial.measures) all.push_back(measure_one(each, x, trial));
  if (!trial.triplets.empty()) all.push_back(measure_triplets(x.queries, trial.triplets));
  return all;
}

}  // namespace mahala
