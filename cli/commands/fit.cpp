#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/fit_flags.hpp"
#include "cli/output/fit_report.hpp"
#include "cli/output/progress.hpp"
#include "mahala/core/file/signals.hpp"
#include "mahala/data/file/unpacked_file.hpp"
#include "mahala/data/samples/samples.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/train/run_facts.hpp"

namespace mahala::cli {
namespace {

struct FitOutcome {
  Trained trained = {};
  Provenance provenance = {};
  std::string checkpoint = {};            ///< the last one of a stream, if there is any
  std::shared_ptr<Checkpoint> kept = {};  ///< of what was read, if it is asked for
};

FitOutcome fit_stream(const Command& command, const FitArguments& arguments,
                      const ConfiguredLearner& configured, const Model* from) {
  StreamTrainOptions options =
      stream_options(command, arguments, arguments.stream, arguments.checkpoint);
  if (options.checkpoint.empty()) options.checkpoint = arguments.output;
  options.from = from;
  options.stop = interrupted;
  options.remark = [&](const std::string& text) { remark(arguments.common, text); };
  const InterruptGuard guard;
  ProgressLine progress(arguments.common, "example", "loss");
  const Run run{.monitor = progress.monitor(), .seed = arguments.seed()};
  try {
    StreamTrained streamed = train_stream(*configured.learner, options, run);
    return {std::move(streamed.trained), std::move(streamed.provenance), streamed.saved.string()};
  } catch (const reading::Cut& error) {
    throw Exit(exit_interrupted, error.what());
  }
}

FitOutcome fit_read(const Command& command, const FitArguments& arguments,
                    const ConfiguredLearner& configured, const Model* from) {
  Material material = read_to_fit(command, arguments, from);
  Dataset& data = material.data;
  const auto& given = material.given;
  FitOutcome outcome{.provenance = provenance_of(data, arguments.data.name)};
  const auto& files = arguments.constraints.files;
  if (!files.empty()) outcome.provenance.constraints_file = files.front().second;
  if (arguments.single) data.x = in_single_precision(std::move(data.x));
  TrainOptions training = arguments.training;
  training.from = from;
  const auto facts = [&] {
    return facts_of(*configured.learner, data, given, training, arguments.seed());
  };
  outcome.kept = begin_checkpoint(arguments.checkpoint, arguments.common, facts);
  const InterruptGuard guard;
  ProgressLine progress(arguments.common, "step");
  if (from == nullptr && !given) {
    tell_time(arguments.common, *configured.learner, data, training, arguments.seed());
  }
  outcome.trained = train_with_notes(
      *configured.learner, std::move(data), given, training,
      {.monitor = progress.monitor(), .seed = arguments.seed(), .checkpoint = outcome.kept.get()},
      outcome.provenance);
  return outcome;
}

FitOutcome fit_model(const Command& command, const FitArguments& arguments,
                     const ConfiguredLearner& configured, const Model* from) {
  if (from != nullptr) check_space(configured.learner->options(), *from);
  if (!arguments.streams()) {
    if (from != nullptr) check_from(configured.entry, *from);
    return fit_read(command, arguments, configured, from);
  }
  if (from != nullptr) tell_continued(arguments, *configured.learner, *from);
  return fit_stream(command, arguments, configured, from);
}

void fit(const Command& command, const FitArguments& arguments) {
  // What a stream was learned with is asked of its model; other flags are checked before any file.
  std::optional<Model> from = arguments.streams() ? load_from(arguments) : std::nullopt;
  const ConfiguredLearner configured = check_fit(command, arguments, from ? &*from : nullptr);
  if (!from) from = load_from(arguments);
  const FitOutcome outcome = fit_model(command, arguments, configured, from ? &*from : nullptr);
  const Fit& fit = outcome.trained.fit;
  if (fit.status != Status::diverged) save(fit.model, arguments.output);
  if (fit.status != Status::stopped) end_checkpoint(outcome.kept, arguments.common);
  const FitReport report{.learner = configured.entry,
                         .options = configured.learner->options(),
                         .trained = outcome.trained,
                         .provenance = outcome.provenance,
                         .output = arguments.output,
                         .streamed = arguments.streams(),
                         .checkpoint = outcome.checkpoint,
                         .given = kind_given(arguments.constraints)};
  report_fit(report, arguments.common);
  check_end(report);
}

}  // namespace

void add_fit(Command& app) {
  auto arguments = std::make_shared<FitArguments>();
  Command command = app.add_command("fit", "learn a model from samples and save it");
  add_fit_flags(command, *arguments);
  command.callback([arguments, command] { fit(command, *arguments); });
}

}  // namespace mahala::cli
