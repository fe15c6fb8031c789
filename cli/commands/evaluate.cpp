#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/commands.hpp"
#include "cli/flags/candidates.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/features.hpp"
#include "cli/flags/interrupt.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/flags/trial.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

constexpr std::string_view baseline_names[] = {"euclidean", "covariance", "lda"};

struct EvaluateArguments : LearningArguments {
  MeasuringArguments measuring = {};
  TrialArguments trial = {};
};

Options describe_measuring(MeasuringArguments& arguments) {
  return {{"k", &arguments.k, "nearest neighbours that vote", at_least(1)},
          {"cv", &arguments.cv, "cross-validation: folds, or folds x repeats as in 2x10"},
          {"measure", &arguments.measure,
           "what to measure, separated by commas: knn (always in folds), retrieval, clustering, "
           "verification; labels (of a ranking); default: what the model is for"},
          {"at", &arguments.at,
           "where precision, recall and nDCG of retrieval are cut, as in 1,5,10; else at --k"},
          {"confidence", &arguments.confidence,
           "of intervals by the bootstrap, in percent; if given, folds are shown with intervals",
           between(1, 99.99)}};
}

/// Baselines are a courtesy: one that cannot be run says why and the others go on.
Method measure_baseline(std::string_view name, const Dataset& data, const Protocol& protocol,
                        const TrainOptions& training, const Common& common) {
  const LearnerEntry& entry = find_learner(name);
  return measure_or_say(learning(entry, entry.make(), std::nullopt, training, data.size()), data,
                        protocol, common);
}

/// What is measured: a learner, or a model that stays as it is.
struct Subject {
  Candidate candidate;
  Dataset data;
  TrainOptions training;  ///< the preparation baselines get as well
  std::string note = {};
  std::shared_ptr<Tally> tally = nullptr;  ///< of a learner
  bool given = false;                      ///< constraints came from a file
};

Subject model_subject(const Command& command, const EvaluateArguments& arguments) {
  const Model model = load(arguments.measuring.model);
  const std::string file = std::filesystem::path(arguments.measuring.model).filename().string();
  Subject subject{.candidate = {file, [model](const TrainingPart&) { return model; }},
                  .data = read_for_model(command, arguments.data, model, arguments.common),
                  .training = arguments.training};
  subject.training.prepare = model.prepare.plan();
  subject.note = learned_here(model, subject.data);
  return subject;
}

Subject learner_subject(const EvaluateArguments& arguments, ConfiguredLearner configured) {
  auto [data, given] = read_material(arguments);
  if (given) check(*given, data);
  const bool from_file = given.has_value();
  auto tally = std::make_shared<Tally>();
  Candidate candidate = learning(configured.entry, std::move(configured.learner), std::move(given),
                                 arguments.training, data.size(), tally);
  return {.candidate = std::move(candidate),
          .data = std::move(data),
          .training = arguments.training,
          .tally = std::move(tally),
          .given = from_file};
}

/// Fills in what learning in the folds has shown.
void count_constraints(Subject& subject, Method& learned) {
  if (!subject.tally) return;
  const Index folds = subject.tally->folds, without = subject.tally->without;
  learned.constraints_mean =
      static_cast<double>(subject.tally->constraints) / static_cast<double>(folds);
  if (subject.given && without > 0) {
    subject.note = fmt::format(
        "{} of {} folds had no constraint among their samples and learned nothing", without, folds);
  }
}

/// "2x10 cross-validation", "5-fold cross-validation".
std::string cv_text(const std::string& cv) {
  return fmt::format("{}{} cross-validation", cv, cv.find('x') == std::string::npos ? "-fold" : "");
}

void report_evaluation(const EvaluateArguments& arguments, const Subject& subject,
                       const Comparison& comparison, bool show_intervals) {
  const MeasuringArguments& measuring = arguments.measuring;
  const std::string plan = preparation_plan(subject.training, subject.data.x);
  if (arguments.common.json) {
    Json json = to_json(comparison);
    json.update({{"data", arguments.data.name},
                 {"samples", subject.data.size()},
                 {"dim", subject.data.dim()},
                 {"prepare", plan},
                 {"k", measuring.k},
                 {"cv", measuring.cv},
                 {"confidence", measuring.confidence},
                 {"seed", arguments.common.seed}});
    if (!subject.note.empty()) json["note"] = subject.note;
    return print_json(json);
  }
  fmt::print("{}-nearest-neighbour error on {} ({}, {}), prepared by {}; {}\n\n", measuring.k,
             arguments.data.name, counted(subject.data.size(), "sample"),
             counted(subject.data.dim(), "feature"), plan, cv_text(measuring.cv));
  print_table(comparison, show_intervals);
  if (!subject.note.empty()) fmt::print("note: {}\n", subject.note);
}

/// Learned in the folds, or a model that stays as it is in all of them.
Subject read_subject(const Command& command, const EvaluateArguments& arguments) {
  const std::string flag = first_given(command, trial_group);
  if (!flag.empty()) throw UsageError(flag + " is for --model without --cv");
  if (arguments.measuring.model.empty()) {
    if (arguments.learner.name.empty()) {
      throw UsageError("one of --learner and --model is required");
    }
    ConfiguredLearner configured = check_learning(command, arguments);
    check_maps_others(configured.entry);
    return learner_subject(arguments, std::move(configured));
  }
  check_data(command);
  for (const auto* group : {learning_group, constraint_group, sampling_group}) {
    refuse_together(command, "--model", group);
  }
  return model_subject(command, arguments);
}

/// UsageError unless the flags of measuring are well formed.
Protocol read_protocol(const Command& command, const EvaluateArguments& arguments) {
  const MeasuringArguments& measuring = arguments.measuring;
  Protocol protocol{.k = measuring.k, .seed = arguments.seed()};
  as_usage([&] {
    parse_cv(measuring.cv, protocol);
    protocol.measures = parse_measures(measuring.measure);
  });
  const auto& measures = protocol.measures;
  if (std::find(measures.begin(), measures.end(), Measure::labels) != measures.end()) {
    throw UsageError("--measure labels is for a ranking (--model without --cv)");
  }
  const auto retrieval = std::find(measures.begin(), measures.end(), Measure::retrieval);
  if (command.given("--at") && retrieval == measures.end()) {
    throw UsageError("--at is for the measure retrieval");
  }
  protocol.cuts = cuts_asked_for(command, measuring);
  protocol.confidence = measuring.confidence / 100;
  return protocol;
}

void cross_validate(const Command& command, const EvaluateArguments& arguments) {
  const Protocol protocol = read_protocol(command, arguments);
  Subject subject = read_subject(command, arguments);
  check_votes(protocol, subject.data.size());
  const InterruptGuard guard;
  Comparison comparison{.learned =
                            measure(subject.candidate, subject.data, protocol, arguments.common)};
  count_constraints(subject, comparison.learned);
  for (const std::string_view name : baseline_names) {
    comparison.baselines.push_back(
        measure_baseline(name, subject.data, protocol, subject.training, arguments.common));
  }
  compare(comparison, protocol.folds);
  report_evaluation(arguments, subject, comparison, command.given("--confidence"));
}

void evaluate(const Command& command, const EvaluateArguments& arguments) {
  if (!arguments.measuring.model.empty() && !command.given("--cv")) {
    return try_model(command, arguments, arguments.measuring, arguments.trial);
  }
  cross_validate(command, arguments);
}

}  // namespace

void add_evaluate(Command& app) {
  auto arguments = std::make_shared<EvaluateArguments>();
  Command command = app.add_command("evaluate", "say whether a learned distance helps");
  add_data(command, arguments->data);
  add_described(command, describe_measuring(arguments->measuring), measuring_group);
  command
      .add_option("--model", arguments->measuring.model,
                  "a model file, instead of learning in the folds: measured as it is, on all "
                  "samples at once unless --cv is given")
      .text("MODEL")
      .group(measuring_group);
  add_trial(command, arguments->trial);
  add_learning(command, *arguments);
  command.callback([arguments, command] { evaluate(command, *arguments); });
}

}  // namespace mahala::cli
