#include "cli/flags/fit_flags.hpp"

#include <fmt/format.h>

#include "cli/flags/exit.hpp"
#include "cli/output/announce.hpp"

namespace mahala::cli {
namespace {

void check_from_flags(const Command& command, const FitArguments& arguments,
                      const LearnerEntry& entry) {
  if (arguments.from.empty()) return;
  if (!entry.continues) {
    throw UsageError(
        fmt::format("--from: {} learns in one go and cannot continue from a model", entry.name));
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
  command
      .add_flag("--online", arguments.learner.online,
                "mini-batch (stochastic) updates (--set solver=online)")
      .group(learning_group);
  command
      .add_flag("--single", arguments.single,
                "keep dense samples in single precision: half the memory, computing in double")
      .group(learning_group);
  add_learning(command, arguments);
}

ConfiguredLearner check_fit(const Command& command, const FitArguments& arguments) {
  ConfiguredLearner configured = check_learning(command, arguments);
  check_from_flags(command, arguments, configured.entry);
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

}  // namespace mahala::cli
