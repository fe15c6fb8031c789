#include "cli/commands/commands.hpp"
#include "cli/flags/reproduce_flags.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/watched.hpp"
#include "mahala/core/file/signals.hpp"
#include "mahala/reproduce/pages.hpp"
#include "mahala/reproduce/papers.hpp"

namespace mahala::cli {
namespace {

using reproduce::Experiment;
using reproduce::Outcome;

std::string file_names(const std::vector<reproduce::DataFile>& files) {
  std::string names;
  for (const auto& file : files) names += (names.empty() ? "" : ", ") + file.name;
  return names;
}

Json experiment_json(const Experiment& e, const std::string& missing) {
  return {{"experiment", e.name},          {"paper", e.paper},      {"figure", e.figure},
          {"files", file_names(e.files)},  {"missing", missing},    {"changes", e.changes},
          {"published", name(e.expected)}, {"protocol", e.protocol}};
}

void list_experiments(const reproduce::DataFolder& data, const Common& common) {
  Json rows = Json::array();
  Table table({"experiment", "paper", "figure", "quick", "full", "data"},
              std::vector<Align>(6, Align::left));
  for (const Experiment& e : reproduce::experiments()) {
    const std::string missing = file_names(data.missing(e.files));
    const std::string there = e.files.empty() ? "generated" : missing.empty() ? "there" : "";
    table.add({e.name, e.paper, e.figure, duration(60 * e.quick_minutes), duration(60 * e.minutes),
               there.empty() ? "wants " + missing : there});
    rows.push_back(experiment_json(e, missing));
  }
  if (common.json) return print_json({{"experiments", std::move(rows)}});
  show("{}\nnot possible:\n", table.str());
  for (const auto& each : reproduce::impossible()) {
    show("  {}, {}: {}; instead: {}\n", each.paper, each.figure, each.why, each.stand_in);
  }
}

Json outcome_json(const Experiment& e, const Outcome& outcome) {
  Json checks = Json::array();
  for (const auto& check : outcome.finding.checks) {
    checks.push_back(
        {{"claim", check.claim}, {"evidence", check.evidence}, {"holds", check.holds}});
  }
  return {{"experiment", e.name},
          {"verdict", name(outcome.verdict)},
          {"published", name(published(e, outcome.quick))},
          {"checks", std::move(checks)},
          {"cells", outcome.cells},
          {"known", outcome.known},
          {"seconds", outcome.facts.seconds}};
}

/// Of `all`, those whose data are absent are left out.
bool left_out(const Experiment& e, const reproduce::DataFolder& data, const ReproduceArguments& a) {
  const auto missing = data.missing(e.files);
  if (a.what != "all" || missing.empty()) return false;
  remark(a.common, fmt::format("{} is left out: it wants {}", e.name, file_names(missing)));
  return true;
}

void run_experiments(const reproduce::DataFolder& data, const ReproduceArguments& a) {
  const auto chosen = chosen_experiments(a);
  const reproduce::ResultsFolder folder{a.output};
  check_results_folder(folder);
  const reproduce::RunOptions options{folder.papers(), a.quick, a.seeds, a.common.seed};
  Json results = Json::array();
  std::string others;
  const InterruptGuard guard;
  for (const Experiment* e : chosen) {
    if (left_out(*e, data, a)) continue;
    const Outcome outcome = watched(
        [&] { return run_experiment(*e, data, options, watcher_of(a.common, "cell", "seconds")); });
    write_figures(*e, data, folder);
    results.push_back(outcome_json(*e, outcome));
    if (!a.common.json) show("{}\n", paragraph(*e, outcome));
    if (outcome.verdict != published(*e, a.quick)) others += (others.empty() ? "" : ", ") + e->name;
  }
  write_pages(reproduce::experiments(), reproduce::impossible(), data, folder);
  if (a.common.json) print_json({{"results", std::move(results)}});
  remark(a.common, fmt::format("pages with pictures are in {}", folder.index().string()));
  if (!others.empty()) throw Exit(exit_other, "came out otherwise than published: " + others);
}

}  // namespace

void add_reproduce(Command& app) {
  auto arguments = std::make_shared<ReproduceArguments>();
  Command command = app.add_command("reproduce", "the papers' experiments, beside their claims");
  add_reproduce_flags(command, *arguments);
  command.callback([arguments] {
    const reproduce::DataFolder data = data_folder_of(*arguments);
    if (arguments->what == "list") return list_experiments(data, arguments->common);
    run_experiments(data, *arguments);
  });
}

}  // namespace mahala::cli
