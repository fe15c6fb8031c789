#include "mahala/evaluate/trial.hpp"

#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/data/labels/labels.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/evaluate/label_ranking.hpp"
#include "mahala/model/apply.hpp"
#include "mahala/model/scores.hpp"

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

/// Votes for the queries, measured by `measured`.
Measurement measure_vote(const Embedded& x, const Trial& trial,
                         Measurement (*measured)(const std::vector<Index>&,
                                                 const std::vector<Index>&)) {
  check_labels(trial.queries);
  check_labels(trial.items());
  for (const Dataset* each : {&trial.queries, &trial.items()}) {
    check_classes(*each, "the measure knn");
  }
  const Index most = trial.items().size() - (trial.base ? 0 : 1);
  require(trial.k <= most, "a vote of {} neighbours: there are only {}", trial.k, most);
  if (!trial.base) {
    const std::vector<Index> truth = trial.queries.labels.classes();
    return measured(classify_others(x.queries, truth, trial.k), truth);
  }
  const auto [items, queries] = common_labels(trial.base->labels, trial.queries.labels);
  const std::vector<Index> truth = queries.classes();
  return measured(classify_knn(*x.base, items.classes(), x.queries, trial.k), truth);
}

Retrieval search(const Embedded& x, const Trial& trial, Closeness closeness) {
  const RetrievalOptions options{.cuts = trial.cuts,
                                 .rank = {.closeness = closeness, .leave_out_self = !trial.base}};
  if (trial.judgements) return retrieve(x.items(), x.queries, *trial.judgements, options);
  check_labels(trial.queries);
  check_labels(trial.items());
  const auto [items, queries] = common_labels(trial.items().labels, trial.queries.labels);
  return retrieve(x.items(), items, x.queries, queries, options);
}

/// Those that are given, else some by the labels.
std::vector<LabelledPair> verified_pairs(const Trial& trial) {
  if (!trial.pairs.empty()) return trial.pairs;
  check_labels(trial.queries);
  return judged_pairs(trial.queries.labels, trial.seed);
}

/// What the model says of pairs of queries: a squared distance, or the negative of a score.
std::vector<double> unlikeness(const Model& model, const Trial& trial,
                               const std::vector<LabelledPair>& pairs) {
  std::vector<std::pair<Index, Index>> ends;
  for (const LabelledPair& pair : pairs) ends.emplace_back(pair.i, pair.j);
  const Vector numbers = compare_pairs(model, trial.queries.x, trial.queries.x, ends);
  const double sign = model.kind == ModelKind::metric ? 1 : -1;
  std::vector<double> u;
  for (const double number : numbers) u.push_back(sign * number);
  return u;
}

Measurement measure_one(Measure measure, const Embedded& x, const Trial& trial) {
  switch (measure) {
    case Measure::knn:
      return measure_vote(x, trial, measure_votes);
    case Measure::recognition:
      return measure_vote(x, trial, measure_recognition);
    case Measure::retrieval:
      return measure_retrieval(search(x, trial, Closeness::distance));
    case Measure::clustering:
      check_labels(trial.queries);
      check_classes(trial.queries, "the measure clustering");
      return cluster_by_label(x.queries, trial.queries.labels, trial.seed);
    default:
      return measure_verification(x.queries, verified_pairs(trial));
  }
}

/// Error for what models of this kind cannot be asked.
void check_measures(ModelKind kind, const Trial& trial) {
  for (const Measure each : trial.measures) {
    const bool compares = each == Measure::retrieval || each == Measure::verification;
    const bool fits = each == Measure::labels ? kind == ModelKind::ranking
                      : compares              ? kind != ModelKind::ranking
                                              : kind == ModelKind::metric;
    require(fits, "the measure {} cannot be taken of a {}", name(each), mahala::name(kind));
  }
  require(trial.observed.empty() || kind == ModelKind::metric,
          "measured distances (=) are compared with those of a metric, not with a {}",
          mahala::name(kind));
  require(trial.triplets.empty() || kind != ModelKind::ranking,
          "triplets compare samples with samples; a ranking scores labels");
}

std::vector<Measurement> measure_similarity(const Model& model, const Trial& trial) {
  Embedded x{.queries = embed_side(model, trial.queries.x, Side::left),
             .base = embed_side(model, trial.items().x, Side::right)};
  std::vector<Measurement> all;
  for (const Measure each : trial.measures) {
    if (each == Measure::retrieval) {
      all.push_back(measure_retrieval(search(x, trial, Closeness::inner_product)));
    } else {
      const std::vector<LabelledPair> pairs = verified_pairs(trial);
      all.push_back(measure_verification(unlikeness(model, trial, pairs), pairs));
    }
  }
  if (trial.triplets.empty()) return all;
  const Samples right =
      trial.base ? embed_side(model, trial.queries.x, Side::right) : std::move(*x.base);
  all.push_back(measure_triplets(x.queries, right, trial.triplets));
  return all;
}

Measurement measure_scores(Matrix scores, const Labels& labels, const Trial& trial) {
  const Index known = scores.rows();
  scores.conservativeResize(labels.label_count(), Eigen::NoChange);
  scores.bottomRows(labels.label_count() - known)
      .setConstant(-std::numeric_limits<double>::infinity());
  return measure_label_ranking(rank_labels(scores, labels, trial.cuts));
}

std::vector<Measurement> measure_ranking(const Model& model, const Trial& trial) {
  check_labels(trial.queries);
  return {measure_scores(label_scores(model, trial.queries.x),
                         trial.queries.labels.renumbered(model.labels), trial)};
}

std::vector<Measurement> measure_frequencies(const Model& model, const Trial& trial) {
  check_labels(trial.queries);
  const Labels labels = trial.queries.labels.renumbered(model.labels);
  Vector counts = Vector::Zero(labels.label_count());
  for (Index i = 0; i < labels.size(); ++i) {
    for (const Index label : labels[i]) ++counts[label];
  }
  return {measure_scores(counts.replicate(1, labels.size()), labels, trial)};
}

/// The baseline: the metric or similarity on prepared samples that takes no learning.
Model plain_model(const Model& model, const Samples& x) {
  const Index first = 0;
  const bool objects = model.domain == Domain::objects;
  Model same =
      identity_model(objects ? apply(model.prepare, x.select({&first, 1})).dim() : model.dim());
  same.kind = model.kind;
  same.prepare = model.prepare;
  return same;
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

std::vector<Forecast> forecast_pairs(const Model& model, const Trial& trial) {
  std::vector<Forecast> forecasts;
  if (!model.calibration || trial.pairs.empty()) return forecasts;
  for (std::size_t k = 0; const double u : unlikeness(model, trial, trial.pairs)) {
    const LabelledPair& pair = trial.pairs[k++];
    forecasts.push_back({model.calibration->probability_same(u), pair.same, pair.weight,
                         model.calibration->is_same(u)});
  }
  return forecasts;
}

std::string_view baseline_name(ModelKind kind) {
  if (kind == ModelKind::metric) return "euclidean";
  return kind == ModelKind::similarity ? "inner product" : "frequency";
}

std::vector<Measurement> measure_baseline(const Model& model, const Trial& trial) {
  check_measures(model.kind, trial);
  if (model.kind == ModelKind::ranking) return measure_frequencies(model, trial);
  return measure(plain_model(model, trial.queries.x), trial);
}

Constraints judged_constraints(const Trial& trial) {
  if (!trial.triplets.empty()) return trial.triplets;
  Pairs pairs = trial.observed;
  for (const LabelledPair& each : trial.pairs) {
    pairs.push_back(
        {.i = each.i, .j = each.j, .relation = each.same ? Relation::at_most : Relation::at_least});
  }
  if (pairs.empty()) return Nothing{};
  return pairs;
}

std::vector<Measurement> measure(const Model& model, const Trial& trial) {
  check_measures(model.kind, trial);
  if (model.kind == ModelKind::similarity) return measure_similarity(model, trial);
  if (model.kind == ModelKind::ranking) return measure_ranking(model, trial);
  Embedded x{.queries = embed_samples(model, trial.queries.x), .base = {}};
  if (trial.base) x.base = embed_samples(model, trial.base->x);
  std::vector<Measurement> all;
  for (const Measure each : trial.measures) all.push_back(measure_one(each, x, trial));
  if (!trial.triplets.empty()) all.push_back(measure_triplets(x.queries, trial.triplets));
  if (!trial.observed.empty()) all.push_back(measure_distances(x.queries, trial.observed));
  return all;
}

}  // namespace mahala
