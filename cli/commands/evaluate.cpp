#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/measuring.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/baseline_table.hpp"
#include "cli/output/calibration_report.hpp"
#include "cli/output/trial_report.hpp"
#include "cli/output/watched.hpp"
#include "mahala/core/file/signals.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

/// Runs `compare` watched and reports what it found.
template <class Compare>
void evaluate_by(const Compare& compare, const Command& command, const EvaluateArguments& arguments,
                 const Dataset& data, const std::string& plan) {
  const InterruptGuard guard;
  const BaselineComparison found = watched([&] { return compare(watcher_of(arguments.common)); });
  report_evaluation({.data = arguments.data.name,
                     .samples = data.size(),
                     .dim = data.dim(),
                     .plan = plan,
                     .cv = arguments.measuring.folds.cv,
                     .k = arguments.measuring.folds.k,
                     .seed = arguments.common.seed,
                     .confidence = arguments.measuring.confidence,
                     .show_intervals = command.given("--confidence"),
                     .found = found},
                    arguments.common);
}

/// Learns in the folds.
void evaluate_learner(const Command& command, const EvaluateArguments& arguments,
                      const Protocol& protocol) {
  ConfiguredLearner configured = check_learning(command, arguments);
  check_maps_others(configured.entry);
  const LearnerCandidate candidate = make_candidate(std::move(configured.learner));
  const Material material = read_material(arguments);
  const Protocol judging = judged_by(command, protocol, material);
  const auto compare = [&](const Watcher& watcher) {
    return compare_with_baselines(candidate, material.data, judging, arguments.training,
                                  material.given, watcher);
  };
  evaluate_by(compare, command, arguments, material.data, preparation_asked(arguments.training));
}

/// A model that stays as it is in all folds.
void evaluate_model(const Command& command, const EvaluateArguments& arguments,
                    const Protocol& protocol) {
  check_data(command);
  for (const auto* group : {learning_group, constraint_group, sampling_group}) {
    refuse_together(command, "--model", group);
  }
  const std::string& file = arguments.measuring.model;
  const Model model = load(file);
  const Dataset data = read_for_model(command, arguments.data, model, arguments.common);
  const auto compare = [&](const Watcher& watcher) {
    return compare_with_baselines(model, std::filesystem::path(file).filename().string(), data,
                                  protocol, watcher);
  };
  evaluate_by(compare, command, arguments, data, model.prepare.plan());
}

/// A model on all samples at once.
void try_model(const Command& command, const EvaluateArguments& arguments) {
  const MeasuringArguments& measuring = arguments.measuring;
  check_measuring(command, measuring);
  const Model model = load(measuring.model);
  Trial asked = trial_asked_for(command, measuring, model.kind, arguments.seed());
  check_reading_flags(command, model);
  ReadOptions reading = arguments.data.reading;
  reading.shared = true;
  const Trial trial = read_trial(
      files_of(arguments, arguments.trial), reading, model,
      [&](const std::string& text) { remark(arguments.common, text); }, std::move(asked));
  const BootstrapOptions bootstrap{.confidence = measuring.confidence / 100};
  const auto forecasts = forecast_pairs(model, trial);
  const Constraints judged = judged_constraints(trial);
  draw_reliability(forecasts, measuring.model, arguments.trial.picture);
  report_trial({.model = measuring.model,
                .data = arguments.data.name,
                .base = arguments.trial.base,
                .note = joined_notes({learned_here(model, trial.queries, judged),
                                      calibrated_here(model, trial.queries, judged)}),
                .trial = trial,
                .bootstrap = bootstrap,
                .figures = figures(measure(model, trial), measure_baseline(model, trial), bootstrap,
                                   arguments.seed()),
                .baseline = std::string(baseline_name(model.kind)),
                .forecasts = forecast_report(forecasts, bootstrap, arguments.seed())},
               arguments.common);
}

void evaluate(const Command& command, const EvaluateArguments& arguments) {
  const bool of_model = !arguments.measuring.model.empty();
  if (of_model && !command.given("--cv")) return try_model(command, arguments);
  const Protocol protocol = protocol_of(command, arguments.measuring, arguments.common);
  const std::string flag = first_given(command, trial_group);
  if (!flag.empty()) throw UsageError(flag + " is for --model without --cv");
  of_model ? evaluate_model(command, arguments, protocol)
           : evaluate_learner(command, arguments, protocol);
}

}  // namespace

void add_evaluate(Command& app) {
  auto arguments = std::make_shared<EvaluateArguments>();
  Command command = app.add_command("evaluate", "say whether a learned distance helps");
  add_data(command, arguments->data);
  add_measuring(command, arguments->measuring);
  add_trial(command, arguments->trial);
  add_learning(command, *arguments);
  command.callback([arguments, command] { evaluate(command, *arguments); });
}

}  // namespace mahala::cli
