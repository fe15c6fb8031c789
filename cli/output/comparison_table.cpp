#include "cli/output/comparison_table.hpp"

#include <fmt/format.h>

#include "mahala/report/table.hpp"

namespace mahala::cli {
namespace {

const std::vector<std::string> comparison_header = {"method",    "error %", "sd",  "mark",
                                                    "s per fit", "MB",      "rank"};

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

}  // namespace

std::string comparison_table(const Comparison& comparison, bool markdown) {
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

Json to_json(const Comparison& comparison) {
  Json rows = Json::array();
  for (const ComparedMethod& m : comparison.table) rows.push_back(method_json(m));
  return rows;
}

}  // namespace mahala::cli
