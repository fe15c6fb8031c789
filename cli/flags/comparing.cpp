#include "cli/flags/comparing.hpp"

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"

namespace mahala::cli {
namespace {

Options describe_comparing(CompareArguments& arguments) {
  return {{"results", &arguments.results,
           "a file that keeps what was measured: run again, the same is read from there"},
          {"picture", &arguments.picture, "a file for a picture of the errors, SVG"},
          {"test", &arguments.test,
           "samples that learners are judged by, once; they learn from DATA, in place of folds"},
          {"baselines",
           &arguments.baselines,
           "what takes part unasked: all (euclidean and, of labels, lda) or euclidean",
           {},
           {"all", "euclidean"}},
          {"markdown", &arguments.markdown, "print the table as Markdown"}};
}

Option describe_budget(TuneArguments& arguments) {
  return {"budget", &arguments.options.budget,
          "seconds of counted work that candidates may take, the same on every machine; euclidean "
          "and lda always take part",
          positive()};
}

/// UsageError unless learners can be judged by what is given.
void check_judging(const Command& command, const ConstraintArguments& constraints) {
  check_constraints(command, constraints);
  if (constraints.files.empty()) return;
  const Supervision kind = constraints.files.front().first;
  if (kind == Supervision::rankings || kind == Supervision::forms) {
    throw UsageError(
        fmt::format("--{}: distances are judged by labels, --pairs, --triplets or --sets", kind));
  }
  if (!command.given("--k")) return;
  throw UsageError(fmt::format("--k is for labels: learners are judged by the {}", kind));
}

}  // namespace

void add_compare_flags(Command& command, CompareArguments& arguments) {
  add_data(command, arguments.data);
  add_candidates(command, arguments.candidates);
  add_described(command, describe(arguments.folds), measuring_group);
  add_described(command, describe_comparing(arguments), measuring_group);
  add_training(command, arguments.training);
  add_constraints(command, arguments.constraints);
  add_checkpoint(command, arguments.checkpoint);
  add_common(command, arguments.common, Uses::chance);
}

void check_compare(const Command& command, const CompareArguments& arguments) {
  check_data(command);
  check_judging(command, arguments.constraints);
  check_training(arguments.training);
  refuse_both(command, "--markdown", "--json");
  refuse_both(command, "--test", "--cv");
  if (!arguments.test.empty() && !arguments.constraints.files.empty()) {
    throw UsageError(fmt::format("--test is for labels: learners are judged by the {}",
                                 arguments.constraints.files.front().first));
  }
  for (const std::string& file : {arguments.results, arguments.picture}) {
    if (!file.empty()) check_output(file, input_files(arguments.data, {arguments.test}));
  }
  check_checkpoint(command, arguments.checkpoint,
                   input_files(arguments.data, {arguments.test, arguments.results}));
}

void add_tune_flags(Command& command, TuneArguments& arguments) {
  add_data(command, arguments.data);
  command.add_option("-o,--output", arguments.output, "the model file to write")
      .text("MODEL")
      .required()
      .group(learning_group);
  add_candidates(command, arguments.candidates);
  add_described(command, describe(arguments.folds), measuring_group);
  add_described(command, {describe_budget(arguments)}, measuring_group);
  add_training(command, arguments.options.training);
  add_constraints(command, arguments.constraints);
  add_checkpoint(command, arguments.checkpoint);
  add_common(command, arguments.common, Uses::chance);
}

void check_tune(const Command& command, const TuneArguments& arguments) {
  check_data(command);
  check_judging(command, arguments.constraints);
  check_training(arguments.options.training);
  check_output(arguments.output, input_files(arguments.data));
  check_checkpoint(command, arguments.checkpoint, input_files(arguments.data, {arguments.output}));
}

}  // namespace mahala::cli
