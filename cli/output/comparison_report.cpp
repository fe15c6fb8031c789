#include "cli/output/comparison_report.hpp"

#include <fmt/format.h>

#include "mahala/report/table.hpp"

namespace mahala::cli {
namespace {

const std::vector<std::string> comparison_header = {"method",    "error %", "sd",  "mark",
                                                    "s per fit", "MB",      "rank"};

constexpr auto legend_of_marks =
    "* worse than the best; + better, - worse than euclidean (paired test over folds, p < 0.05)";

std::vector<std::string> comparison_cells(const ComparedMethod& m,
                                          const ComparedMethod& euclidean) {
  if (!m.ran()) return {m.title, "not run", "", "", "", "", ""};
  return {m.title,
          fmt::format("{:.2f}", 100 * m.error_mean),
          fmt::format("{:.2f}", 100 * m.error_sd),
          marks(m, euclidean),
          fmt::format("{:.3g}", m.fit_seconds),
          fmt::format("{:.0f}", m.megabytes),
          std::to_string(m.rank)};
}

Json method_json(const ComparedMethod& m) {
  Json row = {{"method", m.title}, {"settings", m.settings}};
  if (!m.ran()) {
    row["failure"] = m.failure;
    return row;
  }
  row.update({{"errors", m.errors},
              {"fit_seconds", m.fit_seconds},
              {"megabytes", m.megabytes},
              {"rank", m.rank},
              {"error_mean", m.error_mean},
              {"error_sd", m.error_sd},
              {"p_best", m.p_best},
              {"p_euclidean", m.p_euclidean}});
  return row;
}

/// Aligned text, or a table of Markdown.
std::string comparison_table(const Comparison& comparison, bool markdown = false) {
  const ComparedMethod& euclidean = comparison.euclidean();
  if (!markdown) {
    Table text(comparison_header);
    for (const ComparedMethod& m : comparison.table) text.add(comparison_cells(m, euclidean));
    return text.str();
  }
  std::string text =
      fmt::format("| {} |\n|---|---|---|---|---|---|---|\n", fmt::join(comparison_header, " | "));
  for (const ComparedMethod& m : comparison.table) {
    text += fmt::format("| {} |\n", fmt::join(comparison_cells(m, euclidean), " | "));
  }
  return text;
}

Json methods_json(const Comparison& comparison) {
  Json rows = Json::array();
  for (const ComparedMethod& m : comparison.table) rows.push_back(method_json(m));
  return rows;
}

}  // namespace

void report_comparison(const CompareArguments& arguments, const Dataset& data,
                       const Comparison& found) {
  const std::string plan = preparation_asked(arguments.training);
  const auto& [cv, k] = arguments.folds;
  if (arguments.common.json) {
    return print_json({{"data", arguments.data.name},
                       {"samples", data.size()},
                       {"dim", data.dim()},
                       {"prepare", plan},
                       {"k", k},
                       {"cv", cv},
                       {"seed", arguments.common.seed},
                       {"methods", methods_json(found)}});
  }
  fmt::print("{}-nearest-neighbour error on {} ({}, {}), prepared by {}; {}\n\n", k,
             arguments.data.name, counted(data.size(), "sample"), counted(data.dim(), "feature"),
             plan_in_words(plan), cv_in_words(cv));
  fmt::print("{}\n{}\n", comparison_table(found, arguments.markdown), legend_of_marks);
  for (const ComparedMethod& m : found.table) {
    if (!m.ran()) fmt::print("{} was not run: {}\n", m.title, m.failure);
  }
  if (found.known > 0) {
    remark(arguments.common, fmt::format("{} of {} were measured before and read from {}",
                                         found.known, found.table.size(), arguments.results));
  }
}

void report_tuning(const TuneArguments& arguments, const Tuned& tuned) {
  if (arguments.common.json) {
    return print_json({{"winner", tuned.winner.title},
                       {"settings", tuned.winner.settings},
                       {"verdict", tuned.verdict},
                       {"candidates", tuned.candidates},
                       {"tried", tuned.tried},
                       {"methods", methods_json(tuned.comparison)},
                       {"model", arguments.output}});
  }
  fmt::print("{}-nearest-neighbour error on {}; {}\n\n{}\n{}\n{}\n", arguments.folds.k,
             arguments.data.name, cv_in_words(arguments.folds.cv),
             comparison_table(tuned.comparison), legend_of_marks, tuned.verdict);
  if (tuned.tried < tuned.candidates) {
    fmt::print("{} of {} candidates were tried before the budget of {:g} s was spent\n",
               tuned.tried, tuned.candidates, arguments.options.budget);
  }
  fmt::print("{} learned on all samples is in {}\n", tuned.winner.title, arguments.output);
}

}  // namespace mahala::cli
