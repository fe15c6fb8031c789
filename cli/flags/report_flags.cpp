#include "cli/flags/report_flags.hpp"

#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/output/announce.hpp"
#include "mahala/report/picture/gnuplot.hpp"

namespace mahala::cli {
namespace {

constexpr auto judging_group = "Judging";

Options describe_judging(ReportArguments& arguments) {
  return {{"k", &arguments.sample.k, "nearest neighbours that vote", at_least(1)},
          {"judged", &arguments.sample.most_queries,
           "samples that are judged at most, drawn at random", at_least(2)}};
}

Options describe_splitting(ReportArguments& arguments) {
  return {{"held_out", &arguments.held_out,
           "share of the samples that is judged and not learned from", between(0.01, 0.99)}};
}

/// The learner's flags, or none where there is a model.
void check_report_learning(const Command& command, const ReportArguments& arguments,
                           bool with_model) {
  for (const auto* group : {learning_group, constraint_group, sampling_group}) {
    const std::string flag = with_model ? first_given(command, group) : "";
    if (flag.empty()) continue;
    throw UsageError(fmt::format("{} is for learning: a MODEL is given", flag));
  }
  if (with_model) return;
  check_training(arguments.training);
  check_constraints(command, arguments.constraints);
  const ConfiguredLearner configured = configure(arguments.learner);
  check_maps_others(configured.entry);
  check_sampling(command, arguments.training.sampling, configured.entry);
}

}  // namespace

void check_report(const Command& command, ReportArguments& arguments) {
  const bool with_model = !arguments.data.name.empty();
  if (!with_model) std::swap(arguments.model, arguments.data.name);  // one file is DATA
  if (arguments.data.name.empty()) throw UsageError("give DATA, or MODEL and DATA");
  check_data(command);
  check_report_learning(command, arguments, with_model);
  auto inputs = input_files(arguments.data);
  if (with_model) inputs.emplace_back(arguments.model);
  for (const auto& [kind, file] : arguments.constraints.files) inputs.emplace_back(file);
  check_apart(arguments.output, true);
  check_output(arguments.output, inputs);
  run_gnuplot("");  // to find out that there is none after hours of learning would be late
}

void add_report_flags(Command& command, ReportArguments& arguments) {
  command.add_option("MODEL", arguments.model,
                     "a model file made by 'mahala fit'; leave it out to learn with --learner");
  add_data(command, arguments.data);
  command.find("DATA").required(false);
  command.add_option("-o,--output", arguments.output, "the page to write")
      .text("HTML")
      .show_default();
  add_described(command, describe_judging(arguments), judging_group);
  add_learner(command, arguments.learner);
  add_described(command, describe_splitting(arguments), learning_group);
  add_training(command, arguments.training);
  add_constraints(command, arguments.constraints);
  add_common(command, arguments.common, Uses::chance);
}

}  // namespace mahala::cli
