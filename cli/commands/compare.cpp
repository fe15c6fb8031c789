#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/candidate_flags.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/interrupt.hpp"
#include "cli/flags/measuring.hpp"
#include "cli/output/comparison_table.hpp"
#include "cli/output/watched.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/core/utf8.hpp"
#include "mahala/report/comparison_figure.hpp"

namespace mahala::cli {
namespace {

struct CompareArguments {
  Common common = {};
  DataArguments data = {};
  TrainOptions training = {};
  CandidateArguments candidates = {};
  std::string cv = "2x10", results, picture;
  Index k = 5;
  bool markdown = false;
};

Options describe_comparing(CompareArguments& arguments) {
  return {{"cv", &arguments.cv, "cross-validation: folds, or folds x repeats as in 2x10"},
          {"k", &arguments.k, "nearest neighbours that vote", at_least(1)},
          {"results", &arguments.results,
           "a file that keeps what was measured: run again, the same is read from there"},
          {"picture", &arguments.picture, "a file for a picture of the errors, SVG"},
          {"markdown", &arguments.markdown, "print the table as Markdown"}};
}

void check_compare(const Command& command, const CompareArguments& arguments) {
  check_data(command);
  check_training(arguments.training);
  refuse_both(command, "--markdown", "--json");
  for (const std::string& file : {arguments.results, arguments.picture}) {
    if (!file.empty()) check_output(file, input_files(arguments.data));
  }
}

void report_comparison(const CompareArguments& arguments, const Dataset& data,
                       const Comparison& found) {
  const std::string plan = preparation_plan(arguments.training, data.x);
  if (arguments.common.json) {
    return print_json({{"data", arguments.data.name},
                       {"samples", data.size()},
                       {"dim", data.dim()},
                       {"prepare", plan},
                       {"k", arguments.k},
                       {"cv", arguments.cv},
                       {"seed", arguments.common.seed},
                       {"methods", to_json(found)}});
  }
  fmt::print("{}-nearest-neighbour error on {} ({}, {}), prepared by {}; {} cross-validation\n\n",
             arguments.k, arguments.data.name, counted(data.size(), "sample"),
             counted(data.dim(), "feature"), plan, arguments.cv);
  fmt::print("{}\n", comparison_table(found, arguments.markdown));
  fmt::print(
      "* worse than the best; + better, - worse than euclidean (paired test over folds, "
      "p < 0.05)\n");
  for (const ComparedMethod& m : found.table) {
    if (!m.ran()) fmt::print("{} was not run: {}\n", m.title, m.failure);
  }
  if (found.known > 0) {
    remark(arguments.common, fmt::format("{} of {} were measured before and read from {}",
                                         found.known, found.table.size(), arguments.results));
  }
}

void write_picture(const CompareArguments& arguments, const Comparison& found) {
  if (arguments.picture.empty()) return;
  OutputFile out(arguments.picture);
  out.write(comparison_picture(found, plain_name(arguments.data.name)));
  out.commit();
}

void compare_learners(const Command& command, const CompareArguments& arguments) {
  check_compare(command, arguments);
  const CompareOptions options{.protocol = folds_of(arguments.cv, arguments.k, arguments.common),
                               .training = arguments.training,
                               .results = arguments.results};
  const Dataset data = read_data(arguments.data, fills_missing(arguments.training));
  const auto candidates = candidates_of(arguments.candidates, data.dim());
  const InterruptGuard guard;
  const Comparison found = with_flags({{"option k:", "--k:"}}, [&] {
    return watched(
        [&] { return compare(data, candidates, options, watcher_of(arguments.common)); });
  });
  write_picture(arguments, found);
  report_comparison(arguments, data, found);
}

}  // namespace

void add_compare(Command& app) {
  auto arguments = std::make_shared<CompareArguments>();
  Command command = app.add_command("compare", "several learners on the same folds, in one table");
  add_data(command, arguments->data);
  add_candidates(command, arguments->candidates);
  add_described(command, describe_comparing(*arguments), measuring_group);
  add_training(command, arguments->training);
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments, command] { compare_learners(command, *arguments); });
}

}  // namespace mahala::cli
