#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/contest.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/interrupt.hpp"
#include "cli/flags/trial.hpp"

namespace mahala::cli {
namespace {

struct CompareArguments {
  Common common = {};
  DataArguments data = {};
  TrainOptions training = {};
  EntrantArguments entrants = {};
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
                       const std::string& plan, const std::vector<Standing>& table, Index known) {
  if (arguments.common.json) {
    return print_json({{"data", arguments.data.name},
                       {"samples", data.size()},
                       {"dim", data.dim()},
                       {"prepare", plan},
                       {"k", arguments.k},
                       {"cv", arguments.cv},
                       {"seed", arguments.common.seed},
                       {"methods", to_json(table)}});
  }
  fmt::print("{}-nearest-neighbour error on {} ({}, {}), prepared by {}; {} cross-validation\n\n",
             arguments.k, arguments.data.name, counted(data.size(), "sample"),
             counted(data.dim(), "feature"), plan, arguments.cv);
  fmt::print("{}\n", contest_table(table, arguments.markdown));
  fmt::print(
      "* worse than the best; + better, - worse than euclidean (paired test over folds, "
      "p < 0.05)\n");
  for (const Standing& s : table) {
    if (!s.failure.empty()) fmt::print("{} was not run: {}\n", s.title, s.failure);
  }
  if (known > 0)
    remark(arguments.common, fmt::format("{} of {} were measured before and read from {}", known,
                                         table.size(), arguments.results));
}

void compare_learners(const Command& command, const CompareArguments& arguments) {
  check_compare(command, arguments);
  Protocol protocol{.k = arguments.k, .seed = static_cast<std::uint64_t>(arguments.common.seed)};
  as_usage([&] { parse_cv(arguments.cv, protocol); });
  const Dataset data = read_data(arguments.data, fills_missing(arguments.training));
  require(!data.labels.empty(), "{}: has no labels to compare by", arguments.data.name);
  check_votes(protocol, data.size());
  const std::string plan = preparation_plan(arguments.training, data.x);
  const auto entrants = make_entrants(arguments.entrants, data.dim());
  const InterruptGuard guard;
  SampleOptions sampling = arguments.training.sampling;
  Contest contest(arguments.results,
                  {fingerprint(data), plan, arguments.cv, settings_text(describe(sampling)),
                   arguments.k, arguments.common.seed});
  for (const Entrant& entrant : entrants) {
    contest.stand(entrant, data, protocol, arguments.training, arguments.common);
  }
  const auto table = contest.table(protocol.folds);
  if (!arguments.picture.empty()) {
    write_text(arguments.picture, contest_picture(table, plain_name(arguments.data.name)));
  }
  report_comparison(arguments, data, plan, table, contest.measured_before());
}

}  // namespace

void add_compare(Command& app) {
  auto arguments = std::make_shared<CompareArguments>();
  Command command = app.add_command("compare", "several learners on the same folds, in one table");
  add_data(command, arguments->data);
  add_entrants(command, arguments->entrants);
  add_described(command, describe_comparing(*arguments), measuring_group);
  add_training(command, arguments->training);
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments, command] { compare_learners(command, *arguments); });
}

}  // namespace mahala::cli
