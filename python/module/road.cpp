/// The rest of the road: reading, comparing, tuning, evaluating.
#include "mahala/compare/baselines.hpp"
#include "mahala/compare/contest_facts.hpp"
#include "mahala/compare/tune.hpp"
#include "mahala/core/error.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/evaluate/trial.hpp"
#include "mahala/model/read_for_model.hpp"
#include "python/module/module.hpp"

namespace mahala::python {
namespace {

py::object labels_told(const Labels& labels) {
  if (labels.empty()) return py::none();
  py::list codes;
  for (Index i = 0; i < labels.size(); ++i) {
    codes.append(std::vector<Index>(labels[i].begin(), labels[i].end()));
  }
  return py::make_tuple(labels.names(), codes);
}

py::dict read(const std::filesystem::path& file, const Settings& settings, const Model* model) {
  ReadOptions options;
  set_all(describe(options), settings);
  const auto read_it = [&] {
    return model != nullptr ? read_for_model(file, options, *model) : read_dataset(file, options);
  };
  Attended attended;
  const Dataset data = attended.run(read_it);
  py::dict told;
  told["x"] = data.x;
  told["labels"] = labels_told(data.labels);
  told["ids"] = data.ids;
  told["features"] = data.features;
  told["remarks"] = data.remarks;
  return told;
}

Protocol protocol_of(const std::string& cv, Index k, std::uint64_t seed,
                     const std::optional<ConstraintList>& by) {
  Protocol protocol{.k = k, .seed = seed, .by = constraints_of(by)};
  parse_cv(cv, protocol);
  return protocol;
}

std::vector<LearnerCandidate> candidates_of(
    const std::vector<std::pair<std::string, Settings>>& list) {
  std::vector<LearnerCandidate> candidates;
  for (const auto& [learner, settings] : list) {
    candidates.push_back(make_candidate(learner, settings));
    if (settings.empty()) continue;
    std::string title = learner;
    for (const auto& [option, value] : settings) title += fmt::format(" {}={}", option, value);
    candidates.back().title = title;
  }
  return candidates;
}

py::list told_of(const Comparison& comparison) {
  py::list table;
  for (const ComparedMethod& each : comparison.table) {
    py::dict row;
    row["title"] = each.title;
    row["settings"] = each.settings;
    row["errors"] = each.errors;
    row["error"] = each.error_mean;
    row["sd"] = each.error_sd;
    row["seconds"] = each.fit_seconds;
    row["rank"] = each.rank;
    row["p_best"] = each.p_best;
    row["p_euclidean"] = each.p_euclidean;
    row["failure"] = each.failure;
    table.append(row);
  }
  return table;
}

TrainOptions preparing(const Settings& training) {
  TrainOptions options;
  set_all(describe(options), training);
  check(options);
  return options;
}

/// Calls work(watcher) without Python's lock; Ctrl-C ends it.
template <class Work>
auto watched(const Work& work) {
  Attended attended;
  const Watcher watcher{.stop = attended.stop()};
  return attended.run([&] { return work(watcher); });
}

using NamedSettings = std::vector<std::pair<std::string, Settings>>;

py::list compare_learners(const Table& table, const NamedSettings& list, const std::string& cv,
                          Index k, std::uint64_t seed, const Settings& training,
                          const std::optional<ConstraintList>& by,
                          const CheckpointRequest& request) {
  const Dataset data = dataset_of(table);
  CompareOptions options{.protocol = protocol_of(cv, k, seed, by), .training = preparing(training)};
  auto candidates = candidates_of(list);
  const bool plain = std::any_of(candidates.begin(), candidates.end(),
                                 [](const auto& each) { return each.title == "euclidean"; });
  if (!plain) candidates.insert(candidates.begin(), make_candidate("euclidean"));
  const auto checkpoint = begun(request, [&] { return facts_of(data, candidates, options); });
  options.protocol.checkpoint = checkpoint.get();
  const Comparison found =
      watched([&](const Watcher& watcher) { return compare(data, candidates, options, watcher); });
  if (checkpoint) checkpoint->finish();
  return told_of(found);
}

py::dict tune_learners(const Table& table, const NamedSettings& list, double budget,
                       const std::string& cv, Index k, std::uint64_t seed, const Settings& training,
                       const std::optional<ConstraintList>& by, const CheckpointRequest& request) {
  const Dataset data = dataset_of(table);
  TuneOptions options{.protocol = protocol_of(cv, k, seed, by), .training = preparing(training)};
  options.budget = budget;
  const auto candidates =
      list.empty() ? tuning_candidates(options.grid, data.dim()) : candidates_of(list);
  const auto checkpoint = begun(request, [&] { return facts_of(data, candidates, options); });
  options.protocol.checkpoint = checkpoint.get();
  Tuned tuned =
      watched([&](const Watcher& watcher) { return tune(data, candidates, options, watcher); });
  if (checkpoint && tuned.trained.fit.status != Status::stopped) checkpoint->finish();
  py::dict told;
  told["verdict"] = tuned.verdict;
  told["winner"] = tuned.winner.title;
  told["settings"] = tuned.winner.settings;
  told["tried"] = tuned.tried;
  told["table"] = told_of(tuned.comparison);
  told["model"] = std::move(tuned.trained.fit.model);
  return told;
}

py::dict told_of(const Score& score) {
  py::dict told;
  told["name"] = score.name;
  told["error"] = score.error_mean;
  told["sd"] = score.error_sd;
  told["errors"] = score.errors;
  told["interval"] = py::make_tuple(score.error_interval.low, score.error_interval.high);
  for (const Measured& each : score.measured) told[py::str(each.name)] = each.mean;
  return told;
}

py::dict evaluate(const Table& table, const std::string& learner, const Settings& settings,
                  const Model* model, const std::string& cv, Index k, std::uint64_t seed,
                  const std::string& measures, const Settings& training,
                  const std::optional<ConstraintList>& by) {
  const Dataset data = dataset_of(table);
  Protocol protocol = protocol_of(cv, k, seed, by);
  if (!measures.empty()) protocol.measures = parse_measures(measures);
  const TrainOptions options = preparing(training);
  const BaselineComparison found = watched([&](const Watcher& watcher) {
    if (model != nullptr) return compare_with_baselines(*model, "model", data, protocol, watcher);
    return compare_with_baselines(make_candidate(learner, settings), data, protocol, options,
                                  protocol.by, watcher);
  });
  py::dict told;
  told["learned"] = told_of(found.learned);
  py::list baselines;
  for (const Baseline& each : found.baselines) {
    py::dict row = told_of(each.score);
    row["name"] = each.name;
    row["p_value"] = each.p_value;
    row["failure"] = each.failure;
    baselines.append(row);
  }
  told["baselines"] = baselines;
  told["verdict"] = verdict(found);
  told["note"] = found.note;
  return told;
}

/// Numbers of a fitted model on samples it did not learn from, by name.
py::dict measure_model(const Model& model, const Table& table, const std::string& measures, Index k,
                       const std::optional<ConstraintList>& by) {
  Trial trial{.queries = dataset_of(table), .k = k};
  const auto given = constraints_of(by);
  if (given && std::holds_alternative<Pairs>(*given)) {
    trial.pairs = same_or_different(std::get<Pairs>(*given));
    trial.measures = {Measure::verification};
  } else if (given) {
    require(std::holds_alternative<Triplets>(*given), "a model is measured by pairs or triplets");
    trial.triplets = std::get<Triplets>(*given);
  }
  if (!measures.empty()) trial.measures = parse_measures(measures);
  Attended attended;
  const auto found = attended.run([&] { return measure(model, trial); });
  py::dict told;
  for (const Measurement& each : found) {
    const std::vector<double> numbers = values(each);
    for (std::size_t n = 0; n < numbers.size(); ++n) told[py::str(each.names[n])] = numbers[n];
  }
  return told;
}

}  // namespace

void add_road(py::module_& module) {
  module.def("read", &read);
  module.def("compare", &compare_learners);
  module.def("tune", &tune_learners);
  module.def("evaluate", &evaluate);
  module.def("measure", &measure_model);
}

}  // namespace mahala::python
