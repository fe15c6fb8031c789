#include "cli/flags/sample_flags.hpp"

#include <fmt/format.h>

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"

namespace mahala::cli {
namespace {

Option describe_kind(SampleArguments& arguments) {
  return {"kind", &arguments.kind, "what to draw", {}, {"pairs", "triplets", "sets", "rankings"}};
}

/// The metric that learning starts from counts only where samples are looked at, and of the flags
/// of drawing --count alone where pairs say everything.
void check_counts(const Command& command, const SampleArguments& arguments) {
  const Supervision kind = arguments.drawn();
  const bool of_pairs = !arguments.pairs.empty();
  if (of_pairs && kind != Supervision::sets && kind != Supervision::triplets) {
    throw UsageError(fmt::format("--pairs: triplets and sets are made of pairs, not {}", kind));
  }
  const std::string given = first_given(command, learning_group);
  if (!given.empty() && !arguments.looks_at_samples()) {
    throw UsageError(of_pairs ? fmt::format("{} is for drawing from labels", given)
                              : fmt::format("{} is for pairs and sets: --kind is {}", given, kind));
  }
  SampleOptions described;
  for (const Option& option : mahala::describe(described)) {
    const bool counts = option.name == "count" && kind == Supervision::triplets;
    if (!of_pairs || counts || !command.given(flag_name(option.name))) continue;
    throw UsageError(fmt::format("{} is for drawing from labels", flag_name(option.name)));
  }
}

}  // namespace

void add_sample_flags(Command& command, SampleArguments& arguments) {
  add_data(command, arguments.data);
  add_described(command, {describe_kind(arguments)}, sampling_group);
  command
      .add_option("--pairs", arguments.pairs,
                  "instead of labels: CSV of i,j,same; triplets or sets of what each sample is the "
                  "same as and different from")
      .text("FILE")
      .group(sampling_group);
  command.add_option("-o,--output", arguments.output, "the constraint file to write (CSV)")
      .text("FILE")
      .required()
      .group(sampling_group);
  add_learner(command, arguments.learner);
  command.find("--learner")
      .help("the method to draw for: bounds are distances in the metric it starts from");
  add_training(command, arguments.training);
  add_common(command, arguments.common, Uses::chance);
}

ConfiguredLearner check_sample(const Command& command, const SampleArguments& arguments) {
  check_data(command);
  check_training(arguments.training);
  if (arguments.kind.empty()) throw UsageError("--kind is required");
  check_counts(command, arguments);
  ConfiguredLearner configured = configure(arguments.learner);
  if (arguments.pairs.empty()) {
    check_sampling(command, arguments.training.sampling, arguments.drawn(),
                   "--kind is " + arguments.kind);
  }
  check_output(arguments.output, input_files(arguments.data, {arguments.pairs}));
  return configured;
}

}  // namespace mahala::cli
