#include "cli/output/comparison_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/output/baseline_table.hpp"
#include "mahala/report/table.hpp"

namespace mahala::cli {
namespace {

/// The columns of the error, by what it was judged by, and of other numbers.
std::vector<std::string> comparison_header(Supervision judged_by) {
  if (judged_by == Supervision::labels) {
    return {"method", "error %", "sd", "mark", "s per fit", "MB", "rank"};
  }
  if (judged_by == Supervision::pairs) {
    return {"method", "AUC", "sd", "EER", "accuracy", "mark", "s per fit", "MB", "rank"};
  }
  return {"method", "triplets right", "sd", "mark", "s per fit", "MB", "rank"};
}

/// The error, or what is right, as its column shows it.
std::vector<std::string> error_cells(const ComparedMethod& m, Supervision judged_by) {
  if (judged_by == Supervision::labels) {
    return {fmt::format("{:.2f}", 100 * m.error_mean), fmt::format("{:.2f}", 100 * m.error_sd)};
  }
  std::vector<std::string> cells = {fmt::format("{:.4f}", 1 - m.error_mean),
                                    fmt::format("{:.4f}", m.error_sd)};
  for (const char* name : {"equal_error_rate", "accuracy"}) {
    const auto found = m.means.find(name);
    if (found != m.means.end()) cells.push_back(fmt::format("{:.4f}", found->second));
  }
  return cells;
}

constexpr auto legend_of_marks =
    "* worse than the best; + better, - worse than euclidean (paired test over folds, p < 0.05)";

std::vector<std::string> comparison_cells(const ComparedMethod& m, const Comparison& comparison) {
  std::vector<std::string> cells = {m.title};
  if (!m.ran() && !m.dropped()) {
    cells.emplace_back("not run");
    cells.resize(comparison_header(comparison.judged_by).size());
    return cells;
  }
  for (std::string& cell : error_cells(m, comparison.judged_by)) cells.push_back(std::move(cell));
  const std::string mark = m.dropped() ? "dropped" : marks(m, comparison.euclidean());
  cells.insert(cells.end(), {mark, fmt::format("{:.3g}", m.fit_seconds),
                             std::isnan(m.megabytes) ? "-" : fmt::format("{:.0f}", m.megabytes),
                             std::to_string(m.rank)});
  return cells;
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
  for (const auto& [name, mean] : m.means) row[name] = mean;
  return row;
}

/// Aligned text, or a table of Markdown.
std::string comparison_table(const Comparison& comparison, bool markdown = false) {
  const std::vector<std::string> header = comparison_header(comparison.judged_by);
  if (!markdown) {
    Table text(header);
    for (const ComparedMethod& m : comparison.table) text.add(comparison_cells(m, comparison));
    return text.str();
  }
  std::string text = fmt::format("| {} |\n|", fmt::join(header, " | "));
  for (std::size_t k = 0; k < header.size(); ++k) text += "---|";
  text += "\n";
  for (const ComparedMethod& m : comparison.table) {
    text += fmt::format("| {} |\n", fmt::join(comparison_cells(m, comparison), " | "));
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
                       {"judged_by", name(found.judged_by)},
                       {"k", k},
                       {"cv", cv},
                       {"seed", arguments.common.seed},
                       {"methods", methods_json(found)}});
  }
  show("{} on {} ({}, {}); {}\nprepared by {}\n\n", judged_in_words(found.judged_by, k),
       arguments.data.name, counted(data.size(), "sample"), counted(data.dim(), "feature"),
       cv_in_words(cv), plan_in_words(plan));
  show("{}\n{}\n", comparison_table(found, arguments.markdown), legend_of_marks);
  for (const ComparedMethod& m : found.table) {
    if (!m.ran() && !m.dropped()) show("{} was not run: {}\n", m.title, m.failure);
  }
  const std::string note = note_on_judging(found.judged_by);
  if (!note.empty()) show("note: {}\n", note);
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
                       {"judged_by", name(tuned.comparison.judged_by)},
                       {"prepare", tuned.trained.fit.model.prepare.plan()},
                       {"methods", methods_json(tuned.comparison)},
                       {"model", arguments.output}});
  }
  const Supervision judged_by = tuned.comparison.judged_by;
  show("{} on {}; {}\n\n{}\n{}\n{}\n", judged_in_words(judged_by, arguments.folds.k),
       arguments.data.name, cv_in_words(arguments.folds.cv), comparison_table(tuned.comparison),
       legend_of_marks, tuned.verdict);
  if (std::ranges::any_of(tuned.comparison.table, &ComparedMethod::dropped)) {
    show(
        "dropped: clearly beaten on the folds of the first repeat, and not measured on the "
        "others\n");
  }
  if (tuned.tried < tuned.candidates) {
    show("{} of {} candidates were tried; the others are beyond the budget of {:g} s\n",
         tuned.tried, tuned.candidates, arguments.options.budget);
  }
  const std::string note = note_on_judging(judged_by);
  if (!note.empty()) show("note: {}\n", note);
  show("{} learned on all samples is in {}\n", tuned.winner.title, arguments.output);
}

}  // namespace mahala::cli
