#include "cli/output/adapt/adapt_report.hpp"

#include <fmt/format.h>

#include "mahala/report/table.hpp"

namespace mahala::cli {
namespace {

std::string counted_units(Index count, const std::string& unit) {
  if (count != 1 && unit == "query") return fmt::format("{} queries", count);
  return counted(count, unit);
}

Table adapt_table(const AdaptReport& report) {
  std::vector<std::string> header = {"on held-out feedback"};
  for (const std::string& metric : report.metrics) header.push_back(metric);
  header.emplace_back("map");
  std::vector<Align> align(header.size(), Align::right);
  align.front() = align.back() = Align::left;
  Table table(header, align);
  for (const AdaptRow& row : report.rows) {
    std::vector<std::string> cells = {row.name};
    for (std::size_t k = 0; k < row.values.size(); ++k) {
      cells.push_back(fmt::format("{:.4f} [{:.4f}, {:.4f}]", row.values[k], row.intervals[k].low,
                                  row.intervals[k].high));
    }
    cells.push_back(row.candidate);
    table.add(std::move(cells));
  }
  return table;
}

Json changes_json(const std::vector<QueryChange>& changes) {
  Json list = Json::array();
  for (const QueryChange& each : changes) {
    list.push_back({{"query", each.id}, {"base", each.base}, {"adapted", each.adapted}});
  }
  return list;
}

Json rows_json(const AdaptReport& report) {
  Json rows = Json::array();
  for (const AdaptRow& row : report.rows) {
    Json json = {{"name", row.name}, {"candidate", row.candidate}};
    for (std::size_t k = 0; k < row.values.size(); ++k) {
      json[report.metrics[k]] = {
          {"value", row.values[k]}, {"low", row.intervals[k].low}, {"high", row.intervals[k].high}};
    }
    rows.push_back(std::move(json));
  }
  return rows;
}

Json adapted_json(const AdaptReport& report, const std::string& output) {
  Json needed = Json::array();
  for (const NeededQueries& each : report.needed) {
    needed.push_back(
        {{"gain", each.gain}, {report.units == "query" ? "queries" : "pairs", each.queries}});
  }
  return {{"model", output},
          {"shipped", report.shipped},
          {"verdict", report.verdict},
          {"map", report.shipped ? report.chosen : "identity"},
          {"best", report.chosen},
          {"side", report.side},
          {"metric", report.metric},
          {"tested", report.tested},
          {"gain", report.gate.gain},
          {"gain_at_least", report.gate.bound},
          {"units", report.units},
          {"judged", report.judged},
          {"tried", report.tried},
          {"items", report.items},
          {"searched", report.searched},
          {"folds", report.folds},
          {"candidates", report.candidates},
          {"unknown_rows", report.unknown},
          {"dropped_queries", report.dropped},
          {"irrelevant_queries", report.irrelevant},
          {"rows", rows_json(report)},
          {"needed", std::move(needed)},
          {"gained", changes_json(report.gained)},
          {"lost", changes_json(report.lost)}};
}

std::string changes_in_words(const std::vector<QueryChange>& changes) {
  std::string text;
  for (const QueryChange& each : changes) {
    text += fmt::format("{}{} {:.3f} -> {:.3f}", text.empty() ? "" : ", ", each.id, each.base,
                        each.adapted);
  }
  return text;
}

std::string needed_in_words(const AdaptReport& report) {
  std::string text;
  for (const NeededQueries& each : report.needed) {
    text += fmt::format("{}{} for {:.2f}", text.empty() ? "" : ", ",
                        counted_units(each.queries, report.units), each.gain);
  }
  return text;
}

void remark_left_out(const AdaptReport& report, const Common& common) {
  if (report.unknown > 0) {
    remark(common, fmt::format("{} of the feedback left out: they name an unknown id",
                               counted(report.unknown, "row")));
  }
  if (report.dropped > 0) {
    remark(common, fmt::format("{} left out: none of their positives is known",
                               counted_units(report.dropped, "query")));
  }
  if (report.irrelevant > 0) {
    remark(common, fmt::format("{} left out: all that was judged is irrelevant",
                               counted_units(report.irrelevant, "query")));
  }
  if (report.searched < report.items) {
    remark(common, fmt::format("folds searched {} of {}, those the feedback is about first",
                               report.searched, counted(report.items, "item")));
  }
}

std::string feedback_in_words(const AdaptReport& report) {
  const std::string counted = counted_units(report.judged, report.units);
  if (report.folds == 0) return counted;
  return fmt::format("{}, {} tried on {} folds", counted, report.tried, report.folds);
}

}  // namespace

void report_adapted(const AdaptReport& report, const std::string& output, const Common& common) {
  remark_left_out(report, common);
  if (common.json) return print_json(adapted_json(report, output));
  const Table table = adapt_table(report);
  if (!table.empty()) show("{}\n", table.str(terminal_width));
  print_facts({{"verdict", report.verdict},
               {"side", report.side == "two" ? "two: embed the items anew" : "query: items stay"},
               {"feedback", feedback_in_words(report)},
               {"to see a gain", needed_in_words(report)},
               {"gained most", changes_in_words(report.gained)},
               {"lost most", changes_in_words(report.lost)},
               {"model", output}});
}

void report_updated(const UpdateReport& report, const std::string& output, const Common& common) {
  if (common.json) {
    return print_json({{"model", output},
                       {"metric", report.metric},
                       {"queries", report.queries},
                       {"learned_from", report.learned_from},
                       {"weight", report.weight},
                       {"base", report.base},
                       {"before", report.before},
                       {"gain_low", report.gain.low},
                       {"gain_high", report.gain.high},
                       {"moved", report.moved},
                       {"drift", report.drift}});
  }
  print_facts(
      {{"new feedback", counted_units(report.queries, "query")},
       {"learned from", fmt::format("{} in all, worth {:.6g}",
                                    counted_units(report.learned_from, "query"), report.weight)},
       {"new queries",
        fmt::format("{} {:.4f} as the model was, {:.4f} by plain cosine "
                    "(difference {:.4f} to {:.4f})",
                    report.metric, report.before, report.base, report.gain.low, report.gain.high)},
       {"drift", report.drift},
       {"moved", fmt::format("{:.3g} of the map's size", report.moved)},
       {"model", output}});
}

}  // namespace mahala::cli
