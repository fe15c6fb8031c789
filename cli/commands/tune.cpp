#include "mahala/compare/tune.hpp"

#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/candidate_flags.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/interrupt.hpp"
#include "cli/flags/measuring.hpp"
#include "cli/output/comparison_table.hpp"
#include "cli/output/watched.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

struct TuneArguments {
  Common common = {};
  DataArguments data = {};
  TuneOptions options = {};
  CandidateArguments candidates = arguments_of(TuneOptions().grid);
  std::string cv = "5x2", output;
  Index k = 5;
};

Options describe_tuning(TuneArguments& arguments) {
  return {{"cv", &arguments.cv, "cross-validation: folds, or folds x repeats as in 5x2"},
          {"k", &arguments.k, "nearest neighbours that vote", at_least(1)},
          {"budget", &arguments.options.budget,
           "seconds after which no other candidate is begun; euclidean and lda always are",
           positive()}};
}

void report_tuning(const TuneArguments& arguments, const Tuned& tuned) {
  if (arguments.common.json) {
    return print_json({{"winner", tuned.winner.title},
                       {"settings", tuned.winner.settings},
                       {"verdict", tuned.verdict},
                       {"candidates", tuned.candidates},
                       {"tried", tuned.tried},
                       {"methods", to_json(tuned.comparison)},
                       {"model", arguments.output}});
  }
  fmt::print("{}\n{}\n", comparison_table(tuned.comparison), tuned.verdict);
  if (tuned.tried < tuned.candidates) {
    fmt::print("{} of {} candidates were tried before the budget of {:g} s was spent\n",
               tuned.tried, tuned.candidates, arguments.options.budget);
  }
  fmt::print("{} learned on all samples is in {}\n", tuned.winner.title, arguments.output);
}

void tune_learners(const Command& command, TuneArguments& arguments) {
  TuneOptions& options = arguments.options;
  check_data(command);
  check_training(options.training);
  check_output(arguments.output, input_files(arguments.data));
  options.protocol = folds_of(arguments.cv, arguments.k, arguments.common);
  options.data_name = arguments.data.name;
  const Dataset data = read_data(arguments.data, fills_missing(options.training));
  const auto candidates = candidates_of(arguments.candidates, data.dim(), tuning_candidates);
  const InterruptGuard guard;
  const Tuned tuned = with_flags({{"option k:", "--k:"}}, [&] {
    return watched([&] { return tune(data, candidates, options, watcher_of(arguments.common)); });
  });
  save(tuned.trained.fit.model, arguments.output);
  report_tuning(arguments, tuned);
}

}  // namespace

void add_tune(Command& app) {
  auto arguments = std::make_shared<TuneArguments>();
  Command command = app.add_command(
      "tune", "choose a learner, its rank and options by cross-validation, and fit it");
  add_data(command, arguments->data);
  command.add_option("-o,--output", arguments->output, "the model file to write")
      .text("MODEL")
      .required()
      .group(learning_group);
  add_candidates(command, arguments->candidates);
  add_described(command, describe_tuning(*arguments), measuring_group);
  add_training(command, arguments->options.training);
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments, command] { tune_learners(command, *arguments); });
}

}  // namespace mahala::cli
