#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/output/announce.hpp"
#include "mahala/data/constraints/constraint_file.hpp"

namespace mahala::cli {
namespace {

struct SampleArguments {
  Common common;
  DataArguments data;
  LearnerArguments learner{.name = "euclidean"};
  TrainOptions training;
  std::string kind, output;

  std::uint64_t seed() const { return static_cast<std::uint64_t>(common.seed); }

  /// --kind is checked against its choices when it is parsed.
  Supervision drawn() const { return named<Supervision>(kind).value(); }
};

Option describe_kind(SampleArguments& arguments) {
  return {"kind", &arguments.kind, "what to draw", {}, {"pairs", "triplets", "sets", "rankings"}};
}

/// Drawn as `fit` draws them, so that fitting to the file is fitting with the same seed.
Constraints draw(const SampleArguments& arguments, const Learner& learner, Dataset data) {
  if (looks_at_samples(arguments.drawn())) {
    fit_prepare(preparation_plan(arguments.training, data, arguments.seed()), data.x, data.labels);
  }
  return draw_constraints(arguments.drawn(), learner, data, arguments.training.sampling,
                          {.seed = arguments.seed()});
}

/// The metric that learning starts from counts only where samples are looked at.
void check_metric(const Command& command, Supervision kind) {
  const std::string given = first_given(command, learning_group);
  if (given.empty() || looks_at_samples(kind)) return;
  throw UsageError(fmt::format("{} is for pairs and sets: --kind is {}", given, kind));
}

/// The metric that constraints were drawn in.
Json metric_json(const SampleArguments& arguments, const Dataset& data) {
  if (!looks_at_samples(arguments.drawn())) return {{"prepare", nullptr}, {"learner", nullptr}};
  return {{"prepare", preparation_plan(arguments.training, data, arguments.seed())},
          {"learner", arguments.learner.name}};
}

void sample(const Command& command, const SampleArguments& arguments) {
  check_data(command);
  check_training(arguments.training);
  if (arguments.kind.empty()) throw UsageError("--kind is required");
  check_metric(command, arguments.drawn());
  const ConfiguredLearner configured = configure(arguments.learner);
  check_sampling(command, arguments.training.sampling, arguments.drawn(),
                 "--kind is " + arguments.kind);
  check_apart(arguments.output, arguments.common.json);
  check_output(arguments.output, input_files(arguments.data));
  const bool keep_missing =
      fills_missing(arguments.training) || !looks_at_samples(arguments.drawn());
  const Dataset data = read_data(arguments.data, keep_missing);
  require(!data.labels.empty(), "{}: has no labels to draw {} from", arguments.data.name,
          arguments.kind);
  const Constraints drawn = draw(arguments, *configured.learner, data);
  write_constraints(drawn, data, arguments.output);
  if (!arguments.common.json) {
    const std::string noun = arguments.kind.substr(0, arguments.kind.size() - 1);
    return announce(arguments.common, arguments.output,
                    fmt::format("{}: {}", counted(count(drawn), noun), arguments.output));
  }
  Json json = {{"kind", arguments.kind}, {"count", count(drawn)}, {"samples", data.size()}};
  json.update(metric_json(arguments, data));
  json.update({{"seed", arguments.common.seed}, {"output", arguments.output}});
  print_json(json);
}

}  // namespace

void add_sample(Command& app) {
  auto arguments = std::make_shared<SampleArguments>();
  Command command = app.add_command("sample", "draw constraints from labels and save them");
  add_data(command, arguments->data);
  add_described(command, {describe_kind(*arguments)}, sampling_group);
  command.add_option("-o,--output", arguments->output, "the constraint file to write (CSV)")
      .text("FILE")
      .required()
      .group(sampling_group);
  add_learner(command, arguments->learner);
  command.find("--learner")
      .help("the method to draw for: bounds are distances in the metric it starts from");
  add_training(command, arguments->training);
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments, command] { sample(command, *arguments); });
}

}  // namespace mahala::cli
