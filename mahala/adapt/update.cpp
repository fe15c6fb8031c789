#include "mahala/adapt/update.hpp"

#include <fmt/format.h>

#include "mahala/adapt/figures.hpp"
#include "mahala/adapt/whitened_space.hpp"
#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg_single.hpp"
#include "mahala/evaluate/significance.hpp"

namespace mahala {
namespace {

constexpr auto adapt_prefix = "adapt.";

std::string key(std::string_view name) { return fmt::format("{}{}", adapt_prefix, name); }

/// What keep_state wrote.
struct AdaptState {
  AdaptedMap map;
  NormalEquations equations;
};

AdaptState read_adapt_state(const Model& model) {
  const auto& [numbers, texts] = model.state;
  require(texts.contains(key("map")) && numbers.contains(key("a")) && numbers.contains(key("b")),
          "the model keeps nothing to learn on from: it was not adapted, or to no ridge map; adapt "
          "again with all feedback");
  const bool two = texts.at(key("side")) == "two";
  AdaptState state;
  state.map.candidate =
      parse_candidate(texts.at(key("map")), two ? AdaptSide::two : AdaptSide::query);
  const auto t = numbers.find(key("t"));
  if (t != numbers.end()) state.map.t = t->second;
  state.equations = {numbers.at(key("a")), numbers.at(key("b"))};
  const Matrix& counts = numbers.at(key("counts"));
  require(counts.size() == 2, "the state of adapting is damaged: {} counts", counts.size());
  state.equations.count = static_cast<Index>(counts(0, 0));
  state.equations.weight = counts(1, 0);
  for (const Matrix* each : {&state.equations.a, &state.equations.b}) {
    require(each->rows() == model.input_dim() && each->cols() == model.input_dim(),
            "the state of adapting is damaged: {} x {} numbers for {} features", each->rows(),
            each->cols(), model.input_dim());
  }
  return state;
}

/// A figure of every query under a map.
std::vector<double> figures_under(const AdaptedMap& map, const Collection& collection,
                                  RetrievalMetric metric) {
  const WhitenedSpace white(collection, map.candidate.side, map.t);
  const auto [items, queries] = white.space();
  MatrixF asked = queries;
  if (map.d.size() > 0) asked += map.d.transpose().cast<float>() * queries;
  std::vector<double> figures;
  for (Index q = 0; q < asked.cols(); ++q) {
    MatrixF scores(items.cols(), 1);
    multiply_at_b(items, asked.col(q), scores);
    figures.push_back(measure_query(
        scores.col(0),
        collection.judged[static_cast<std::size_t>(q)])[static_cast<std::size_t>(metric)]);
  }
  return figures;
}

Matrix weights_of(const AdaptedMap& map, Index dim) {
  return map.d.size() > 0 ? Matrix(Matrix::Identity(dim, dim) + map.d)
                          : Matrix(Matrix::Identity(dim, dim));
}

void judge_before(const AdaptedMap& before, const Collection& collection, RetrievalMetric metric,
                  const UpdateOptions& options, UpdateReport& report) {
  const auto base = figures_under({}, collection, metric);
  const auto old = figures_under(before, collection, metric);
  std::vector<double> gains;
  for (std::size_t k = 0; k < base.size(); ++k) gains.push_back(old[k] - base[k]);
  report.base = sample_mean(base);
  report.before = sample_mean(old);
  Rng rng = make_rng(options.seed, RandomStream::interval);
  report.gain = bootstrap_mean(gains, {}, rng);
  const char* finding = "the new feedback is too little to tell whether the model still helps";
  if (report.gain.low > 0) finding = "the model helped with the new feedback before it learned it";
  if (report.gain.high < 0) {
    finding =
        "drift: on the new feedback the model did worse than the embeddings as they are; "
        "forget more, or adapt again";
  }
  report.drift = finding;
}

}  // namespace

Options describe(UpdateOptions& options) {
  return {{"forget", &options.forget, "share of what was learned before that an update forgets",
           between(0, 0.9999)}};
}

void keep_state(const AdaptedMap& map, const NormalEquations& equations, Model& model) {
  if (map.candidate.map != QueryMap::ridge) return;
  model.state.texts[key("map")] = describe_candidate(map.candidate);
  model.state.texts[key("side")] = map.candidate.side == AdaptSide::two ? "two" : "query";
  model.state.numbers[key("a")] = equations.a;
  model.state.numbers[key("b")] = equations.b;
  if (map.t.size() > 0) model.state.numbers[key("t")] = map.t;
  Matrix counts(2, 1);
  counts << static_cast<double>(equations.count), equations.weight;
  model.state.numbers[key("counts")] = counts;
}

Updated update_adapted(const Model& model, const Dataset& items, const Dataset* queries,
                       const Feedback& feedback, const UpdateOptions& options) {
  require(feedback.kind != FeedbackKind::pairs && feedback.kind != FeedbackKind::labels,
          "{} cannot be added to a model; adapt again with all of them", name(feedback.kind));
  require(!feedback.queries.empty(), "the new feedback names no query with a positive");
  AdaptState state = read_adapt_state(model);
  require(items.dim() == model.input_dim(), "the model takes {} features, {} has {}",
          model.input_dim(), items.source, items.dim());
  const UnitColumns columns(items);
  std::optional<UnitColumns> asked;
  if (queries != nullptr) asked.emplace(*queries);
  Rng rng = make_rng(options.seed, RandomStream::held_out);
  const FeedbackSource source{columns, asked ? *asked : columns, feedback, options.seed};
  const Collection collection = collect(columns, source.queries, feedback, {}, rng);
  const RetrievalMetric metric =
      parse_metric(options.metric.empty() ? "map" : options.metric, feedback.kind);
  Updated updated{.model = model};
  UpdateReport& report = updated.report;
  report.metric = retrieval_metrics[static_cast<std::size_t>(metric)];
  AdaptedMap before = state.map;
  before.d = shift_of(before.candidate, state.equations);
  judge_before(before, collection, metric, options, report);
  if (options.forget > 0) state.equations.forget(1 - options.forget);
  add_ridge_shifts(source, state.map, state.equations);
  state.map.d = shift_of(state.map.candidate, state.equations);
  updated.model = model_of(state.map, items.dim());
  updated.model.notes = model.notes;
  updated.model.notes["adapt.updated"] = std::to_string(state.equations.count);
  keep_state(state.map, state.equations, updated.model);
  report.queries = std::ssize(feedback.queries);
  report.learned_from = state.equations.count;
  report.weight = state.equations.weight;
  const Matrix old = weights_of(before, items.dim());
  report.moved = (weights_of(state.map, items.dim()) - old).norm() / old.norm();
  return updated;
}

}  // namespace mahala
