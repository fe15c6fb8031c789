#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/common.hpp"
#include "cli/described.hpp"
#include "cli/exit.hpp"
#include "mahala/data/constraint_file.hpp"

namespace mahala::cli {
namespace {

struct Arguments {
  Common common;
  DataArguments data;
  LearnerArguments learner{.name = "euclidean"};
  TrainOptions training;
  std::string kind, output;
};

Option describe_kind(Arguments& arguments) {
  return {"kind", &arguments.kind, "what to draw", {}, {"pairs", "triplets", "sets", "rankings"}};
}

/// Drawn as `fit` draws them, so that fitting to the file is fitting with the same seed.
Constraints draw(const Arguments& arguments, const Learner& learner, Dataset data) {
  fit_prepare(preparation_plan(arguments.training, data.x), data.x, data.labels);
  return draw_constraints(arguments.kind, learner, data, arguments.training.sampling,
                          {.seed = static_cast<std::uint64_t>(arguments.common.seed)});
}

void sample(const CLI::App& command, const Arguments& arguments) {
  check_data(command);
  check_training(arguments.training);
  if (arguments.kind.empty()) throw UsageError("--kind is required");
  const ConfiguredLearner configured = configure(arguments.learner);
  check_sampling(command, arguments.training.sampling, arguments.kind,
                 "--kind is " + arguments.kind);
  check_output(arguments.output, input_files(arguments.data));
  const Dataset data = read_data(arguments.data, fills_missing(arguments.training));
  require(!data.labels.empty(), "{}: has no labels to draw {} from", arguments.data.name,
          arguments.kind);
  const Constraints drawn = draw(arguments, *configured.learner, data);
  write_constraints(drawn, data, arguments.output);
  if (!arguments.common.json) {
    const std::string noun = arguments.kind.substr(0, arguments.kind.size() - 1);
    fmt::print("{}: {}\n", counted(count(drawn), noun), arguments.output);
    return;
  }
  print_json({{"kind", arguments.kind},
              {"count", count(drawn)},
              {"samples", data.size()},
              {"prepare", preparation_plan(arguments.training, data.x)},
              {"learner", arguments.learner.name},
              {"seed", arguments.common.seed},
              {"output", arguments.output}});
}

}  // namespace

void add_sample(CLI::App& app) {
  auto arguments = std::make_shared<Arguments>();
  auto* command = app.add_subcommand("sample", "draw constraints from labels and save them");
  add_data(*command, arguments->data);
  add_described(*command, {describe_kind(*arguments)}, sampling_group);
  command->add_option("-o,--output", arguments->output, "the constraint file to write (CSV)")
      ->option_text("FILE")
      ->required()
      ->group(sampling_group);
  add_learner(*command, arguments->learner);
  command->get_option("--learner")
      ->description("the method to draw for: bounds are distances in the metric it starts from");
  add_training(*command, arguments->training);
  add_common(*command, arguments->common, Uses::chance);
  command->callback([arguments, command] { sample(*command, *arguments); });
}

}  // namespace mahala::cli
