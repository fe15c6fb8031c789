#include "mahala/evaluate/quality.hpp"

#include <limits>

#include "mahala/evaluate/label_ranking.hpp"
#include "mahala/evaluate/measurement.hpp"
#include "mahala/evaluate/verification.hpp"
#include "mahala/model/scores.hpp"

namespace mahala {
namespace {

Retrieval retrieved(const Model& model, const Dataset& data) {
  if (model.kind == ModelKind::metric) {
    return retrieve_others(embed_prepared_samples(model, data.x), data.labels, {.cuts = {}});
  }
  const RetrievalOptions options{
      .cuts = {}, .rank = {.closeness = Closeness::inner_product, .leave_out_self = true}};
  return retrieve(embed_prepared_side(model, data.x, Side::right), data.labels,
                  embed_prepared_side(model, data.x, Side::left), data.labels, options);
}

/// The first number of a measurement.
double first_value(const Measurement& measurement) { return values(measurement).front(); }

}  // namespace

bool can_vote(const Dataset& data) {
  constexpr Index least_samples = 12;
  return data.size() >= least_samples && !data.labels.empty() && data.labels.single() &&
         data.labels.label_count() > 1;
}

double mean_average_precision(const Model& model, const Dataset& data) {
  if (model.kind != ModelKind::ranking) {
    return first_value(measure_retrieval(retrieved(model, data)));
  }
  const Matrix scores = label_scores_prepared(model, data.x);
  return first_value(measure_label_ranking(rank_labels(scores, data.labels, {})));
}

double triplet_accuracy(const Model& model, const Samples& x, const Triplets& triplets) {
  if (model.kind == ModelKind::metric) {
    return first_value(measure_triplets(embed_prepared_samples(model, x), triplets));
  }
  return first_value(measure_triplets(embed_prepared_side(model, x, Side::left),
                                      embed_prepared_side(model, x, Side::right), triplets));
}

double pair_auc(const Model& model, const Samples& x, const Pairs& pairs) {
  std::vector<LabelledPair> labelled;
  for (const Pair& pair : pairs) {
    if (pair.j == origin || pair.relation == Relation::equal) continue;
    labelled.push_back({pair.i, pair.j, pair.relation == Relation::at_most});
  }
  const auto distances = pair_distances(embed_prepared_samples(model, x), labelled);
  const std::vector<double> ones(labelled.size(), 1);
  const auto verified = SortedPairs(distances, labelled).verify(ones);
  return verified ? verified->auc : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace mahala
