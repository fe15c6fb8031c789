#include "cli/flags/measuring.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/flags/builtin.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "mahala/compare/baselines.hpp"
#include "mahala/evaluate/by_constraints.hpp"

namespace mahala::cli {
namespace {

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

void check_flag_used(const Command& command, const std::string& flag, bool used, const char* by) {
  if (command.given(flag) && !used) throw UsageError(fmt::format("{} is for {}", flag, by));
}

void check_trial(const Command& command, const std::vector<Measure>& measures) {
  check_data(command);
  for (const auto* group : {learning_group, sampling_group}) {
    refuse_together(command, "--model", group);
  }
  const bool votes = contains(measures, Measure::knn) || contains(measures, Measure::recognition);
  const bool retrieves = contains(measures, Measure::retrieval);
  const bool ranks = contains(measures, Measure::labels);
  check_flag_used(command, "--sets", false, "learning: a model is tried on --pairs and --triplets");
  check_flag_used(command, "--rankings", false,
                  "learning: a ranking is measured by the labels of DATA");
  check_flag_used(command, "--forms", false,
                  "learning: a model is tried on --pairs and --triplets");
  check_flag_used(command, "--base", votes || retrieves, "the measures knn and retrieval");
  check_flag_used(command, "--k", votes || retrieves || ranks,
                  "the measures knn, retrieval and labels");
  check_flag_used(command, "--at", retrieves || ranks, "the measures retrieval and labels");
  check_flag_used(command, "--base-labels", command.given("--base"), "the samples of --base");
  check_flag_used(command, "--skip-unknown", command.given("--qrels"), "the ids in --qrels");
  check_flag_used(command, "--baselines", false, "folds (--cv): a model as it is has its own");
  check_flag_used(command, "--picture", command.given("--pairs"), "the probabilities of --pairs");
}

/// UsageError unless --at is well formed.
std::vector<Index> cuts_asked_for(const Command& command, const MeasuringArguments& measuring) {
  if (!command.given("--at")) return {measuring.folds.k};
  try {
    return parse_cuts(measuring.at);
  } catch (const Error& error) {
    throw UsageError(fmt::format("--at: {}", error.what()));
  }
}

Options describe_measures(MeasuringArguments& arguments) {
  return {{"measure", &arguments.measure,
           "what to measure, separated by commas: knn (always in folds), retrieval, clustering, "
           "verification (pair classification), recognition (votes, every class counting alike); "
           "labels "
           "(of a ranking); default: what the model is for"},
          {"at", &arguments.at,
           "where precision, recall and nDCG of retrieval are cut, as in 1,5,10; else at --k"},
          {"confidence", &arguments.confidence,
           "of intervals by the bootstrap, in percent; if given, folds are shown with intervals",
           between(1, 99.99)},
          {"baselines", &arguments.baselines,
           "what stands beside what was learned in folds: some of euclidean_raw, euclidean, "
           "covariance, "
           "lda, separated by commas; all, or none"}};
}

}  // namespace

Options describe(FoldArguments& folds) {
  return {{"k", &folds.k, "nearest neighbours that vote", at_least(1)},
          {"cv", &folds.cv, "cross-validation: folds, or folds x repeats as in 2x10"}};
}

std::string cv_in_words(const std::string& cv) {
  return fmt::format("{}{} cross-validation", cv, cv.find('x') == std::string::npos ? "-fold" : "");
}

std::string plan_in_words(const std::string& plan) {
  return plan == "auto" ? "auto (standardised or raw, as the training part of each fold tells)"
                        : plan;
}

void add_measuring(Command& command, MeasuringArguments& measuring) {
  add_described(command, describe(measuring.folds), measuring_group);
  add_described(command, describe_measures(measuring), measuring_group);
  command
      .add_option("--model", measuring.model,
                  "a model file, instead of learning in the folds: measured as it is, on all "
                  "samples at once unless --cv is given")
      .text("MODEL")
      .group(measuring_group);
}

void add_trial(Command& command, TrialArguments& trial) {
  const auto add_file = [&](const std::string& flag, std::string& file, const std::string& help) {
    command.add_option(flag, file, help).text("FILE").group(trial_group);
  };
  add_file("--base", trial.base,
           "samples among which those of DATA are queries; else each is one among the others");
  add_file("--base-labels", trial.base_labels, "labels of --base, one a line, if not in it");
  add_file("--qrels", trial.qrels,
           "what is relevant, instead of labels: query id, item id, grade, separated by tabs");
  add_file(
      "--picture,--plot", trial.picture,
      "of a calibrated model on --pairs: an SVG file that shows how far its probabilities can be "
      "relied on");
  const Option skip{"skip_unknown", &trial.skip_unknown,
                    "leave out judgements about samples that are not in the data"};
  add_described(command, {skip}, trial_group);
}

Protocol folds_of(const FoldArguments& folds, const Common& common) {
  Protocol protocol{.k = folds.k, .seed = static_cast<std::uint64_t>(common.seed)};
  try {
    parse_cv(folds.cv, protocol);
  } catch (const Error& error) {
    throw UsageError(fmt::format("--cv: {}", error.what()));
  }
  return protocol;
}

Protocol protocol_of(const Command& command, const MeasuringArguments& measuring,
                     const Common& common) {
  Protocol protocol = folds_of(measuring.folds, common);
  protocol.measures = as_usage([&] { return parse_measures(measuring.measure); });
  if (contains(protocol.measures, Measure::labels)) {
    throw UsageError("--measure labels is for a ranking (--model without --cv)");
  }
  if (command.given("--at") && !contains(protocol.measures, Measure::retrieval)) {
    throw UsageError("--at is for the measure retrieval");
  }
  protocol.cuts = cuts_asked_for(command, measuring);
  protocol.confidence = measuring.confidence / 100;
  protocol.baselines = as_usage([&] { return parse_baselines(measuring.baselines); });
  return protocol;
}

Protocol judged_by(const Command& command, Protocol protocol, const Material& material) {
  if (!material.data.labels.empty() || !material.given || !can_judge(*material.given)) {
    return protocol;
  }
  for (const char* flag : {"--measure", "--at", "--k"}) {
    if (!command.given(flag)) continue;
    throw UsageError(
        fmt::format("{} is for labels, and DATA has none: learning is judged by the {}", flag,
                    kind(*material.given)));
  }
  protocol.by = material.given;
  return protocol;
}

void check_measuring(const Command& command, const MeasuringArguments& measuring) {
  cuts_asked_for(command, measuring);
  if (command.given("--measure")) as_usage([&] { parse_measures(measuring.measure); });
}

Trial trial_asked_for(const Command& command, const MeasuringArguments& measuring, ModelKind kind,
                      std::uint64_t seed) {
  Trial trial{.measures = measures_of(command, measuring, usual_measure(kind)),
              .k = measuring.folds.k,
              .cuts = cuts_asked_for(command, measuring),
              .seed = seed};
  check_trial(command, trial.measures);
  return trial;
}

TrialFiles files_of(const LearningArguments& arguments, const TrialArguments& trial) {
  return {.queries = resolve_data(arguments.data.name),
          .base = trial.base.empty() ? "" : resolve_data(trial.base),
          .base_labels = trial.base_labels,
          .judgements = trial.qrels,
          .pairs = file_of(arguments.constraints, Supervision::pairs),
          .triplets = file_of(arguments.constraints, Supervision::triplets),
          .skip_unknown = trial.skip_unknown};
}

}  // namespace mahala::cli
