#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/commands.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/features.hpp"
#include "cli/flags/interrupt.hpp"
#include "cli/flags/learning.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/flags/stream_fit.hpp"
#include "cli/output/announce.hpp"
#include "cli/output/progress.hpp"
#include "mahala/core/version.hpp"
#include "mahala/data/samples/single_precision_samples.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

struct FitArguments : LearningArguments {
  std::string output;
  std::string from;  ///< a model to go on from
  StreamArguments stream;
  bool single = false;  ///< samples are kept in single precision
};

/// What came of it, for the report and the model's notes.
struct FitOutcome {
  Trained trained;
  std::string data;            ///< the file's name, without the directory
  std::string fingerprint;     ///< of the raw data
  std::string features;        ///< their names, if they have any
  Index samples = 0, dim = 0;  ///< of the raw data
  Json options = Json::object();
  std::string checkpoint = {};  ///< the last one of a stream, if there is any
};

void add_notes(FitOutcome& outcome, FitArguments& arguments) {
  Notes& notes = outcome.trained.fit.model.notes;
  notes["data"] = outcome.data;
  if (!outcome.fingerprint.empty()) notes["fingerprint"] = outcome.fingerprint;
  if (!outcome.features.empty()) notes[features_note] = outcome.features;
  notes["samples"] = std::to_string(outcome.samples);
  notes["seed"] = std::to_string(arguments.common.seed);
  notes["version"] = version();
  notes["constraints"] = std::to_string(outcome.trained.constraints);
  if (!arguments.constraints.files.empty()) {
    notes["constraints_file"] = plain_name(arguments.constraints.files.front().second);
    return;
  }
  if (outcome.trained.constraints == 0) return;
  for (const Option& option : mahala::describe(arguments.training.sampling)) {
    notes[fmt::format("sampling.{}", option.name)] = value(option);
  }
}

Json fit_json(const FitOutcome& outcome, const FitArguments& arguments) {
  const Fit& fit = outcome.trained.fit;
  return {{"learner", arguments.learner.name},
          {"status", name(fit.status)},
          {"message", fit.message},
          {"objective", fit.objective},
          {"certificate", {{"name", fit.certificate.name}, {"value", fit.certificate.value}}},
          {"iterations", fit.iterations},
          {"seconds", outcome.trained.seconds},
          {"rank", fit.model.rank()},
          {"dim", fit.model.dim()},
          {"input_dim", outcome.dim},
          {"samples", outcome.samples},
          {"constraints", outcome.trained.constraints},
          {"prepare", fit.model.prepare.plan()},
          {"options", outcome.options},
          {"seed", arguments.common.seed},
          {"data", outcome.data},
          {"fingerprint", outcome.fingerprint.empty() ? Json() : Json(outcome.fingerprint)},
          {"model", fit.status == Status::diverged ? Json() : Json(arguments.output)}};
}

std::string constraints_in_words(const FitOutcome& outcome, const FitArguments& arguments) {
  const bool drawn = find_learner(arguments.learner.name).samples_itself;
  if (drawn && outcome.trained.constraints == 0) {
    return arguments.stream.source.empty() ? "drawn from labels, one a step" : "made of the stream";
  }
  return std::to_string(outcome.trained.constraints);
}

/// The most dimensions the model could have: features or, of a kernel, support samples.
Index most_rank(const Model& model) {
  return model.domain == Domain::kernel ? model.left.rows() : model.dim();
}

void print_fit(const FitOutcome& outcome, const FitArguments& arguments) {
  const Fit& fit = outcome.trained.fit;
  const bool saved = fit.status != Status::diverged;
  fmt::print("{}: {}: {}\n", arguments.learner.name, name(fit.status), fit.message);
  print_facts(
      {{"data", fmt::format("{}: {} of {}", outcome.data, counted(outcome.samples, "sample"),
                            counted(outcome.dim, "feature"))},
       {"prepare", fit.model.prepare.plan()},
       {"constraints", constraints_in_words(outcome, arguments)},
       {"objective", fmt::format("{:.6g}", fit.objective)},
       {"certificate", fmt::format("{} {:.3g}", fit.certificate.name, fit.certificate.value)},
       {"iterations", fmt::format("{} in {:.3g} s", fit.iterations, outcome.trained.seconds)},
       {"rank", fmt::format("{} of {}", fit.model.rank(), most_rank(fit.model))},
       {"model", saved ? arguments.output : "not saved"}});
}

/// DATA as the model it goes on from takes it.
Material read_to_go_on(const Command& command, const FitArguments& arguments, const Model& from) {
  Material material{read_for_model(command, arguments.data, from, arguments.common), {}};
  material.given = read_given(arguments.constraints, material.data);
  return material;
}

/// Error if the model is of another space than the learner works in: its factor would be taken
/// for something it is not.
void check_space(const Model& from, const Options& options) {
  const auto theirs = from.notes.find("option.space");
  const auto ours = std::find_if(options.begin(), options.end(),
                                 [](const Option& option) { return option.name == "space"; });
  const std::string space = theirs == from.notes.end() ? "" : theirs->second;
  if (ours == options.end()) {
    require(space != "vector", "the model to go on from predicts outputs w^T x and is no metric");
    return;
  }
  const std::string wanted = value(*ours);
  require((space == "vector") == (wanted == "vector"),
          "option space: {}, but the model to go on from {} of space {}", wanted,
          space.empty() ? "is a metric and not" : "is", space.empty() ? "vector" : space);
}

FitOutcome learn_streamed(const Command& command, const FitArguments& arguments,
                          const ConfiguredLearner& configured, const Model& from) {
  const Model* start = arguments.from.empty() ? nullptr : &from;
  StreamedFit streamed =
      fit_stream(command, arguments, arguments.stream, configured, start, arguments.output);
  const Index samples = streamed.trained.fit.iterations;
  return {.trained = std::move(streamed.trained),
          .data = arguments.stream.source,
          .fingerprint = {},
          .features = {},
          .samples = samples,
          .dim = streamed.dim,
          .checkpoint = std::move(streamed.checkpoint)};
}

FitOutcome learn_read(const Command& command, const FitArguments& arguments,
                      ConfiguredLearner& configured, const Model& from) {
  auto [data, given] =
      arguments.from.empty() ? read_material(arguments) : read_to_go_on(command, arguments, from);
  TrainOptions training = arguments.training;
  if (!arguments.from.empty()) training.from = &from;
  FitOutcome outcome{.trained = {},
                     .data = plain_name(arguments.data.name),
                     .fingerprint = fingerprint(data),
                     .features = data.text ? "" : join_features(data),  // words are the model's own
                     .samples = data.size(),
                     .dim = data.dim()};
  if (arguments.single) data.x = in_single_precision(std::move(data.x));
  const InterruptGuard guard;
  ProgressLine progress(arguments.common, "step");
  outcome.trained = train(*configured.learner, std::move(data), given, training,
                          {.monitor = progress.monitor(), .seed = arguments.seed()});
  return outcome;
}

FitOutcome learn_model(const Command& command, const FitArguments& arguments,
                       ConfiguredLearner& configured) {
  const Model from = arguments.from.empty() ? Model{} : load(arguments.from);
  if (!arguments.from.empty()) {
    check_from(configured.entry, from);
    check_space(from, configured.learner->options());
  }
  FitOutcome outcome = arguments.stream.source.empty()
                           ? learn_read(command, arguments, configured, from)
                           : learn_streamed(command, arguments, configured, from);
  for (const Option& option : configured.learner->options()) {
    outcome.options[std::string(option.name)] = json_value(option);
  }
  return outcome;
}

void check_from(const Command& command, const FitArguments& arguments, const LearnerEntry& entry) {
  if (arguments.from.empty()) return;
  if (!entry.continues) {
    throw UsageError(
        fmt::format("--from: {} learns in one go and cannot go on from a model", entry.name));
  }
  for (const char* flag : {"--prepare", "--impute"}) {
    if (!command.given(flag)) continue;
    throw UsageError(
        fmt::format("{}: the model of --from keeps how its samples are prepared", flag));
  }
  for (const std::string& setting : arguments.learner.settings) {
    if (!setting.starts_with("start=")) continue;
    throw UsageError(fmt::format("--set {}: learning starts from the model of --from", setting));
  }
}

ConfiguredLearner check_fit(const Command& command, const FitArguments& arguments) {
  ConfiguredLearner configured = check_learning(command, arguments);
  check_from(command, arguments, configured.entry);
  check_stream(command, arguments, arguments.stream, configured);
  if (arguments.single && !arguments.stream.source.empty()) {
    throw UsageError("--single: the samples of a stream are not kept");
  }
  auto inputs = input_files(arguments.data);
  if (!arguments.from.empty()) inputs.push_back(arguments.from);
  for (const auto& [kind, file] : arguments.constraints.files) inputs.push_back(file);
  const auto& stream = arguments.stream;
  if (!stream.source.empty()) {
    for (auto& file : input_files(stream)) inputs.push_back(std::move(file));
  }
  check_apart(arguments.output, true);
  check_output(arguments.output, inputs);
  if (!stream.checkpoint.empty()) check_output(stream.checkpoint, inputs);
  return configured;
}

/// Throws the Exit of a fit that ended otherwise than it was meant to.
void check_end(const FitOutcome& outcome, const FitArguments& arguments) {
  const Fit& fit = outcome.trained.fit;
  if (fit.status == Status::diverged) {
    const std::string kept = outcome.checkpoint.empty()
                                 ? "no model was saved"
                                 : "the last checkpoint is in " + outcome.checkpoint;
    throw Exit(exit_diverged,
               fmt::format("{} diverged, {}: {}", arguments.learner.name, kept, fit.message));
  }
  if (fit.status == Status::stopped && !arguments.stream.source.empty()) {
    throw Exit(exit_interrupted,
               fmt::format("interrupted after {} examples; the model so far is in {}",
                           fit.iterations, arguments.output));
  }
  if (fit.status == Status::stopped) {
    throw Exit(exit_interrupted,
               fmt::format("interrupted; the best model so far is in {}", arguments.output));
  }
  if (interrupted()) {
    throw Exit(exit_interrupted,
               fmt::format("interrupted; the model is complete and in {}", arguments.output));
  }
}

void fit(const Command& command, FitArguments& arguments) {
  ConfiguredLearner configured = check_fit(command, arguments);
  FitOutcome outcome = learn_model(command, arguments, configured);
  add_notes(outcome, arguments);
  const Fit& fit = outcome.trained.fit;
  if (fit.status != Status::diverged) save(fit.model, arguments.output);
  arguments.common.json ? print_json(fit_json(outcome, arguments)) : print_fit(outcome, arguments);
  check_end(outcome, arguments);
}

}  // namespace

void add_fit(Command& app) {
  auto arguments = std::make_shared<FitArguments>();
  Command command = app.add_command("fit", "learn a model from samples and save it");
  add_data(command, arguments->data);
  command.find("DATA").required(false);
  command
      .add_option("-o,--output", arguments->output, "the model file to write, preparation included")
      .text("MODEL")
      .required()
      .group(learning_group);
  command
      .add_option("--from", arguments->from,
                  "go on from this model, with the preparation it keeps, instead of a start of "
                  "the learner's own")
      .text("MODEL")
      .group(learning_group);
  add_stream(command, arguments->stream);
  command
      .add_flag("--online", arguments->learner.online,
                "learn by small steps, a few constraints each (--set solver=online)")
      .group(learning_group);
  command
      .add_flag("--single", arguments->single,
                "keep dense samples in single precision: half the memory, computing in double")
      .group(learning_group);
  add_learning(command, *arguments);
  command.callback([arguments, command] { fit(command, *arguments); });
}

}  // namespace mahala::cli
