#include "cli/commands/commands.hpp"
#include "cli/flags/comparing.hpp"
#include "cli/output/comparison_report.hpp"
#include "cli/output/watched.hpp"
#include "mahala/compare/contest_facts.hpp"
#include "mahala/core/file/output_file.hpp"
#include "mahala/core/file/signals.hpp"
#include "mahala/core/utf8.hpp"
#include "mahala/report/comparison_figure.hpp"

namespace mahala::cli {
namespace {

void write_picture(const CompareArguments& arguments, const Comparison& found) {
  if (arguments.picture.empty()) return;
  OutputFile out(arguments.picture);
  out.write(comparison_picture(found, plain_name(arguments.data.name)));
  out.commit();
}

/// The samples of --test behind those of DATA, and the split between them.
void add_test(const CompareArguments& arguments, Contest& contest) {
  DataArguments file = arguments.data;
  file.name = arguments.test;
  const Dataset test = read_data(file, fills_missing(arguments.training));
  contest.protocol.split = split_at(contest.data.size(), contest.data.size() + test.size());
  contest.protocol.folds = contest.protocol.repeats = 1;
  contest.data = concatenate({contest.data, test});
  contest.fingerprint = fingerprint(contest.data);
}

void compare_learners(const Command& command, const CompareArguments& arguments) {
  check_compare(command, arguments);
  Contest contest = read_contest(command, arguments, arguments.training);
  if (!arguments.test.empty()) add_test(arguments, contest);
  contest.grid.lda = arguments.baselines == "all";
  const Dataset& data = contest.data;
  CompareOptions options{contest.protocol, arguments.training, arguments.results};
  const auto candidates = candidates_of(contest.grid, data.dim());
  const auto facts = [&] { return facts_of(data, candidates, options); };
  const auto checkpoint = begin_checkpoint(arguments.checkpoint, arguments.common, facts);
  options.protocol.checkpoint = checkpoint.get();
  const InterruptGuard guard;
  const Comparison found =
      watched([&] { return compare(data, candidates, options, watcher_of(arguments.common)); });
  write_picture(arguments, found);
  report_comparison(arguments, data, found);
  end_checkpoint(checkpoint, arguments.common);
}

}  // namespace

void add_compare(Command& app) {
  auto arguments = std::make_shared<CompareArguments>();
  Command command = app.add_command("compare", "several learners on the same folds, in one table");
  add_compare_flags(command, *arguments);
  command.callback([arguments, command] { compare_learners(command, *arguments); });
}

}  // namespace mahala::cli
