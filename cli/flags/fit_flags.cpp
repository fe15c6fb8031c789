#include "cli/flags/fit_flags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/flags/exit.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/announce.hpp"
#include "cli/output/progress.hpp"
#include "mahala/core/ranks.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

/// The state of learning of a stream takes the place of a start.
bool resumes(const FitArguments& arguments, const Model* from) {
  return arguments.streams() && from != nullptr && !from->state.empty();
}

void check_from_flags(const Command& command, const FitArguments& arguments,
                      const LearnerEntry& entry, const Model* from) {
  if (arguments.from.empty()) return;
  if (!entry.continues && !resumes(arguments, from)) {
    throw UsageError(
        fmt::format("--from: {} learns in one go and cannot continue from a model", entry.name));
  }
  for (const char* flag : {"--prepare", "--impute"}) {
    if (!command.given(flag)) continue;
    throw UsageError(
        fmt::format("{}: the model of --from keeps how its samples are prepared", flag));
  }
  for (const char* flag : {"--window", "--reservoir", "--prefix"}) {
    if (!resumes(arguments, from) || !command.given(flag)) continue;
    throw UsageError(fmt::format("{}: the stream that is continued keeps it", flag));
  }
  for (const std::string& setting : arguments.learner.settings) {
    if (!setting.starts_with("start=")) continue;
    throw UsageError(fmt::format("--set {}: learning starts from the model of --from", setting));
  }
}

bool is_set(const std::string& option, const LearnerArguments& learner) {
  if (option == "rank" && !learner.rank.empty()) return true;
  return std::ranges::any_of(learner.settings, [&](const std::string& setting) {
    return setting.starts_with(option + "=");
  });
}

/// What was not said again is as it was when the stream stopped.
LearnerArguments as_before(const Command& command, const FitArguments& arguments,
                           const Model* from) {
  LearnerArguments learner = arguments.learner;
  if (!resumes(arguments, from)) return learner;
  const auto known = from->notes.find("learner");
  if (known == from->notes.end()) return learner;
  if (!command.given("--learner")) learner.name = known->second;
  if (learner.name != known->second) return learner;
  constexpr std::string_view option = "option.";
  for (const auto& [name, value] : from->notes) {
    if (!name.starts_with(option)) continue;
    const std::string plain = name.substr(option.size());
    if (!is_set(plain, arguments.learner)) learner.settings.push_back(plain + "=" + value);
  }
  return learner;
}

}  // namespace

void add_fit_flags(Command& command, FitArguments& arguments) {
  add_data(command, arguments.data);
  command.find("DATA").required(false);
  command
      .add_option("-o,--output", arguments.output, "the model file to write, preparation included")
      .text("MODEL")
      .required()
      .group(learning_group);
  command
      .add_option("--from", arguments.from,
                  "continue from this model (warm start), with the preparation it keeps, instead "
                  "of a start of "
                  "the learner's own")
      .text("MODEL")
      .group(learning_group);
  add_stream(command, arguments.stream);
  add_checkpoint(command, arguments.checkpoint);
  command
      .add_flag("--online", arguments.learner.online,
                "mini-batch (stochastic) updates (--set solver=online)")
      .group(learning_group);
  command
      .add_flag("--single", arguments.single,
                "keep dense samples in single precision: half the memory, computing in double")
      .group(learning_group);
  command
      .add_option("--outputs", arguments.outputs,
                  "real outputs of the samples, a row each in any format of samples: what lms and "
                  "nlms learn with space subspace or tasks")
      .text("FILE")
      .group(learning_group);
  add_learning(command, arguments);
}

ConfiguredLearner check_fit(const Command& command, const FitArguments& typed, const Model* from) {
  FitArguments arguments = typed;
  arguments.learner = as_before(command, typed, from);
  ConfiguredLearner configured = check_learning(command, arguments);
  check_from_flags(command, typed, configured.entry, from);
  check_stream(command, arguments, arguments.stream, arguments.checkpoint, configured);
  if (arguments.streams() && ranks() > 1) {
    throw UsageError(
        fmt::format("--stream: a stream is one process's, and mpirun started {}", ranks()));
  }
  if (!arguments.outputs.empty()) {
    if (!configured.entry.vector_outputs) {
      throw UsageError(fmt::format("--outputs: {} learns from {}", configured.entry.name,
                                   configured.entry.needs));
    }
    if (arguments.streams()) throw UsageError("--outputs: a stream carries its own outputs");
  }
  if (arguments.single && !arguments.stream.source.empty()) {
    throw UsageError("--single: the samples of a stream are not kept");
  }
  auto inputs = input_files(arguments.data);
  if (!arguments.from.empty()) inputs.push_back(arguments.from);
  if (!arguments.outputs.empty()) inputs.push_back(arguments.outputs);
  const auto& stream = arguments.stream;
  for (const auto& [kind, file] : arguments.constraints.files) {
    if (file != stream.source) inputs.push_back(file);
  }
  if (!stream.source.empty()) {
    for (auto& file : input_files(stream)) inputs.push_back(std::move(file));
  }
  check_apart(arguments.output, true);
  check_output(arguments.output, inputs);
  if (arguments.streams()) {
    // A stream saves the model so far, in place of the output if no other file is named.
    if (!arguments.checkpoint.file.empty()) check_output(arguments.checkpoint.file, inputs);
    return configured;
  }
  inputs.push_back(arguments.output);
  check_checkpoint(command, arguments.checkpoint, inputs);
  return configured;
}

Material read_to_fit(const Command& command, const FitArguments& arguments, const Model* from) {
  const ProgressLine reading(arguments.common, "reading", "");
  Material material =
      from == nullptr
          ? read_material(arguments)
          : Material{read_for_model(command, arguments.data, *from, arguments.common), {}};
  if (from != nullptr) material.given = read_given(arguments.constraints, material.data);
  if (!arguments.outputs.empty()) read_outputs(arguments.outputs, material.data);
  return material;
}

std::optional<Model> load_from(const FitArguments& arguments) {
  return arguments.from.empty() ? std::nullopt : std::optional(load(arguments.from));
}

void tell_continued(const FitArguments& arguments, const Learner& learner, const Model& from) {
  const std::string why_not = why_not_resumed(learner, from);
  if (why_not.empty()) return;
  remark(arguments.common,
         fmt::format("{}: {}; learning continues from its factors alone, with counters at 0",
                     arguments.from, why_not));
}

}  // namespace mahala::cli
