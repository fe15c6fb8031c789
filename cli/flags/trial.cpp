#include "cli/flags/trial.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/features.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/trial_report.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/evaluate/trial.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

/// As they are told apart from one another in the data and in --qrels.
std::vector<std::string> ids_of(const Dataset& data) {
  if (!data.ids.empty()) return data.ids;
  std::vector<std::string> numbers;
  for (Index i = 0; i < data.size(); ++i) numbers.push_back(std::to_string(i));
  return numbers;
}

bool contains(const std::vector<Measure>& measures, Measure measure) {
  return std::find(measures.begin(), measures.end(), measure) != measures.end();
}

std::string file_of(const ConstraintArguments& constraints, Supervision kind) {
  for (const auto& [given, file] : constraints.files) {
    if (given == kind) return file;
  }
  return "";
}

/// What a model of this kind is for.
Measure usual_measure(ModelKind kind) {
  if (kind == ModelKind::ranking) return Measure::labels;
  return kind == ModelKind::similarity ? Measure::retrieval : Measure::knn;
}

/// Those asked for and those whose truth is given; the usual one if there are none.
std::vector<Measure> measures_of(const Command& command, const MeasuringArguments& measuring,
                                 Measure usual) {
  std::vector<Measure> measures;
  if (command.given("--measure")) {
    measures = as_usage([&] { return parse_measures(measuring.measure); });
  }
  if (command.given("--qrels")) measures.push_back(Measure::retrieval);
  if (command.given("--pairs")) measures.push_back(Measure::verification);
  if (measures.empty() && !command.given("--triplets")) measures.push_back(usual);
  std::sort(measures.begin(), measures.end());
  measures.erase(std::unique(measures.begin(), measures.end()), measures.end());
  return measures;
}

void check_used(const Command& command, const std::string& flag, bool used, const char* by) {
  if (command.given(flag) && !used) throw UsageError(fmt::format("{} is for {}", flag, by));
}

void check_trial(const Command& command, const std::vector<Measure>& measures) {
  check_data(command);
  for (const auto* group : {learning_group, sampling_group}) {
    refuse_together(command, "--model", group);
  }
  const bool votes = contains(measures, Measure::knn);
  const bool retrieves = contains(measures, Measure::retrieval);
  const bool ranks = contains(measures, Measure::labels);
  check_used(command, "--sets", false, "learning: a model is tried on --pairs and --triplets");
  check_used(command, "--rankings", false, "learning: a ranking is measured by the labels of DATA");
  check_used(command, "--base", votes || retrieves, "the measures knn and retrieval");
  check_used(command, "--k", votes || retrieves || ranks, "the measures knn, retrieval and labels");
  check_used(command, "--at", retrieves || ranks, "the measures retrieval and labels");
  check_used(command, "--base-labels", command.given("--base"), "the samples of --base");
  check_used(command, "--skip-unknown", command.given("--qrels"), "the ids in --qrels");
}

void read_base(const Command& command, const LearningArguments& arguments,
               const TrialArguments& wanted, const Model& model, Trial& trial) {
  if (wanted.base.empty()) return;
  DataArguments base{wanted.base, arguments.data.reading};
  base.reading.labels_file = wanted.base_labels;
  trial.base = read_for_model(command, base, model, arguments.common);
}

void read_judged(const TrialArguments& wanted, Trial& trial) {
  if (wanted.qrels.empty()) return;
  trial.judged = read_judgements(wanted.qrels, ids_of(trial.queries), ids_of(trial.items()),
                                 wanted.skip_unknown ? UnknownIds::count : UnknownIds::refuse);
  const auto& all = trial.judged->all;
  require(!all.empty(), "{}: holds no judgement of these samples", wanted.qrels);
  const auto counts = [&](const Judgement& j) {
    return j.grade > 0 && (trial.base || j.query != j.item);
  };
  require(std::any_of(all.begin(), all.end(), counts), "{}: no item is relevant to any query{}",
          wanted.qrels, trial.base ? "" : " but itself, which is not searched for");
}

/// Of one kind, checked; empty if no file was given.
template <class List>
List read_kind(const LearningArguments& arguments, Supervision kind, const Dataset& data) {
  const std::string file = file_of(arguments.constraints, kind);
  if (file.empty()) return {};
  const Constraints given = read_constraints(kind, file, data);
  check(given, data);
  return std::get<List>(given);
}

void read_pairs(const LearningArguments& arguments, Trial& trial) {
  const Pairs pairs = read_kind<Pairs>(arguments, Supervision::pairs, trial.queries);
  if (pairs.empty()) return;
  const std::string file = file_of(arguments.constraints, Supervision::pairs);
  try {
    trial.pairs = same_or_different(pairs);
  } catch (const Error& error) {
    fail("{}: {}", file, error.what());
  }
  for (const bool same : {true, false}) {
    const bool any = std::any_of(trial.pairs.begin(), trial.pairs.end(), [&](const auto& pair) {
      return pair.same == same && pair.weight > 0;
    });
    require(any, "{}: holds no pair that {} (relation {})", file,
            same ? "belongs together" : "does not belong together", same ? "<=" : ">=");
  }
}

}  // namespace

void add_trial(Command& command, TrialArguments& trial) {
  const auto add_file = [&](const std::string& flag, std::string& file, const std::string& help) {
    command.add_option(flag, file, help).text("FILE").group(trial_group);
  };
  add_file("--base", trial.base,
           "samples among which those of DATA are queries; else each is one among the others");
  add_file("--base-labels", trial.base_labels, "labels of --base, one a line, if not in it");
  add_file("--qrels", trial.qrels,
           "what is relevant, instead of labels: query id, item id, grade, separated by tabs");
  const Option skip{"skip_unknown", &trial.skip_unknown,
                    "leave out judgements about samples that are not in the data"};
  add_described(command, {skip}, trial_group);
}

std::vector<Index> cuts_asked_for(const Command& command, const MeasuringArguments& measuring) {
  if (!command.given("--at")) return {measuring.k};
  try {
    return parse_cuts(measuring.at);
  } catch (const Error& error) {
    throw UsageError(fmt::format("--at: {}", error.what()));
  }
}

void try_model(const Command& command, const LearningArguments& arguments,
               const MeasuringArguments& measuring, const TrialArguments& wanted) {
  const std::vector<Index> cuts = cuts_asked_for(command, measuring);
  if (command.given("--measure")) as_usage([&] { parse_measures(measuring.measure); });
  const Model model = load(measuring.model);
  const std::vector<Measure> measures = measures_of(command, measuring, usual_measure(model.kind));
  check_trial(command, measures);
  Trial trial{.queries = read_for_model(command, arguments.data, model, arguments.common),
              .measures = measures,
              .k = measuring.k,
              .cuts = cuts,
              .seed = arguments.seed()};
  read_base(command, arguments, wanted, model, trial);
  read_judged(wanted, trial);
  read_pairs(arguments, trial);
  trial.triplets = read_kind<Triplets>(arguments, Supervision::triplets, trial.queries);
  const BootstrapOptions bootstrap{.confidence = measuring.confidence / 100};
  report_trial({.model = measuring.model,
                .data = arguments.data.name,
                .base = wanted.base,
                .note = learned_here(model, trial.queries),
                .trial = trial,
                .bootstrap = bootstrap,
                .figures = figures(measure(model, trial), measure_yardstick(model, trial),
                                   bootstrap, arguments.seed()),
                .yardstick = std::string(yardstick_name(model.kind))},
               arguments.common);
}

}  // namespace mahala::cli
