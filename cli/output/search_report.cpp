#include "cli/output/search_report.hpp"

#include "cli/output/announce.hpp"
#include "cli/output/neighbour_rows.hpp"

namespace mahala::cli {
namespace {

Json search_json(const SearchReport& report, const NamedNeighbours& neighbours) {
  const MeasuredSearch& done = report.done;
  Json json = {{"model", report.model},
               {"base", report.base},
               {"queries", report.queries},
               {"index", report.kind.name},
               {"tune", report.kind.tune},
               {"k", report.k},
               {"items", report.items},
               {"query_count", done.found.item.cols()},
               {"dim", report.dim},
               {"build_seconds", done.build_seconds},
               {"search_seconds", done.search_seconds},
               {"queries_per_second", done.queries_per_second()}};
  if (const auto& exact = done.exact) {
    json["recall_at_1"] = exact->recall_at_1;
    json["recall_at_k"] = exact->recall_at_k;
    json["exact_queries_per_second"] = exact->queries_per_second;
  }
  if (report.output.empty()) {
    json["results"] = rows_json(neighbours);
  } else {
    json["output"] = report.output;
  }
  return json;
}

std::string search_summary(const SearchReport& report) {
  const Index queries = report.done.found.item.cols();
  std::string text =
      fmt::format("index {}: {} {}, {:.0f} a second", report.kind.name, queries,
                  queries == 1 ? "query" : "queries", report.done.queries_per_second());
  if (const auto& exact = report.done.exact) {
    text +=
        fmt::format("; recall@1 {:.4f}, recall@{} {:.4f}; exact: {:.0f} a second",
                    exact->recall_at_1, report.k, exact->recall_at_k, exact->queries_per_second);
  }
  return text;
}

}  // namespace

void report_search(const SearchReport& report, const Common& common) {
  const NamedNeighbours neighbours{report.done.found, report.query_ids, report.item_ids,
                                   report.kind.products ? "score" : "distance"};
  const bool file = !report.output.empty();
  if (file) write_rows(neighbours, report.output);
  if (common.json) return print_json(search_json(report, neighbours));
  if (file) {
    return announce(common, report.output,
                    fmt::format("{}: {}", search_summary(report), report.output));
  }
  print_rows(neighbours);
  if (report.done.exact) remark(common, search_summary(report));
}

void remark_short_lists(const SearchReport& report, const Common& common) {
  if (report.k > report.items) {
    remark(common, fmt::format("{}: has {}, so no query has {} neighbours", report.base,
                               counted(report.items, "sample"), report.k));
  }
  const auto& item = report.done.found.item;
  const Index last = item.rows() - 1;
  const Index cut = last < 0 ? 0 : (item.row(last).array() < 0).count();
  if (cut == 0) return;
  remark(
      common,
      fmt::format(
          "index {}: {} of {} queries found fewer than {} neighbours; --tune makes it look further",
          report.kind.name, cut, item.cols(), last + 1));
}

}  // namespace mahala::cli
