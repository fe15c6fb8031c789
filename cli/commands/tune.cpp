#include "mahala/compare/tune.hpp"

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/comparing.hpp"
#include "cli/output/comparison_report.hpp"
#include "cli/output/watched.hpp"
#include "mahala/compare/contest_facts.hpp"
#include "mahala/core/file/signals.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

void tune_learners(const Command& command, TuneArguments& arguments) {
  check_tune(command, arguments);
  TuneOptions& options = arguments.options;
  const auto [data, protocol, grid, print] = read_contest(command, arguments, options.training);
  options.protocol = protocol;
  options.data_name = arguments.data.name;
  options.fingerprint = print;
  const auto& files = arguments.constraints.files;
  if (!files.empty()) options.constraints_name = files.front().second;
  const auto candidates = candidates_of(grid, data.dim(), tuning_candidates);
  const auto checkpoint =
      begin_checkpoint(arguments.checkpoint, arguments.common,
                       [&, &data = data] { return facts_of(data, candidates, options); });
  options.protocol.checkpoint = checkpoint.get();
  const InterruptGuard guard;
  const Tuned tuned = watched(
      [&, &data = data] { return tune(data, candidates, options, watcher_of(arguments.common)); });
  const Fit& fit = tuned.trained.fit;
  if (fit.status == Status::diverged) {
    throw Exit(exit_diverged, fmt::format("{} diverged on all samples, no model was saved: {}",
                                          tuned.winner.title, fit.message));
  }
  save(fit.model, arguments.output);
  report_tuning(arguments, tuned);
  if (fit.status == Status::stopped) {
    throw Exit(exit_interrupted,
               fmt::format("interrupted; the best model so far is in {}", arguments.output));
  }
  end_checkpoint(checkpoint, arguments.common);
}

}  // namespace

void add_tune(Command& app) {
  auto arguments = std::make_shared<TuneArguments>();
  Command command = app.add_command(
      "tune", "choose a learner, its rank and options by cross-validation, and fit it");
  add_tune_flags(command, *arguments);
  command.callback([arguments, command] { tune_learners(command, *arguments); });
}

}  // namespace mahala::cli
