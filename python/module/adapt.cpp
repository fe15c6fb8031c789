/// Frozen embeddings adapted to feedback.
#include "mahala/adapt/update.hpp"
#include "mahala/core/error.hpp"
#include "python/module/module.hpp"

namespace mahala::python {
namespace {

/// What was said, by row numbers: (query, item, weight), (a, b, score) or (item, label, 0).
using FeedbackRows = std::vector<std::tuple<Index, Index, double>>;

void take_positives(const FeedbackRows& rows, Feedback& feedback) {
  std::map<Index, std::size_t> place;
  for (const auto& [query, item, weight] : rows) {
    const auto [at, fresh] = place.emplace(query, feedback.queries.size());
    if (fresh) feedback.queries.push_back({.query = query});
    JudgedQuery& judged = feedback.queries[at->second];
    if (weight > 0) {
      judged.positives.push_back({item, weight});
    } else {
      judged.negatives.push_back(item);
    }
  }
  const auto all = feedback.queries.size();
  std::erase_if(feedback.queries, [](const JudgedQuery& each) { return each.positives.empty(); });
  feedback.irrelevant = static_cast<Index>(all - feedback.queries.size());
}

Feedback feedback_of(const std::string& kind, const FeedbackRows& rows, Index items,
                     Index queries) {
  Feedback feedback{.own_queries = queries < 0};
  for (const auto& [a, b, value] : rows) {
    require(a >= 0 && a < (queries < 0 ? items : queries), "feedback names row {}", a);
    require(kind == "labels" || (b >= 0 && b < items), "feedback names item {} of {}", b, items);
  }
  if (kind == "pairs") {
    feedback.kind = FeedbackKind::pairs;
    for (const auto& [a, b, score] : rows) feedback.pairs.push_back({a, b, score});
  } else if (kind == "labels") {
    feedback.kind = FeedbackKind::labels;
    feedback.classes.assign(static_cast<std::size_t>(items), -1);
    for (const auto& [a, label, none] : rows) feedback.classes[static_cast<std::size_t>(a)] = label;
  } else {
    feedback.kind = kind == "duplicates" ? FeedbackKind::duplicates : FeedbackKind::qrels;
    take_positives(rows, feedback);
  }
  return feedback;
}

py::list told_of(const std::vector<QueryChange>& changes) {
  py::list list;
  for (const QueryChange& each : changes) {
    list.append(py::make_tuple(each.id, each.base, each.adapted));
  }
  return list;
}

py::dict told_of(const AdaptReport& report) {
  py::dict told;
  told["shipped"] = report.shipped;
  told["verdict"] = report.verdict;
  told["map"] = report.shipped ? report.chosen : "identity";
  told["best"] = report.chosen;
  told["side"] = report.side;
  told["metric"] = report.metric;
  told["gain"] = report.gate.gain;
  told["tested"] = report.tested;
  told["gain_at_least"] = report.gate.bound;
  told["gained"] = told_of(report.gained);
  told["lost"] = told_of(report.lost);
  py::dict needed;
  for (const NeededQueries& each : report.needed) needed[py::float_(each.gain)] = each.queries;
  told["needed"] = needed;
  py::list rows;
  for (const AdaptRow& each : report.rows) {
    py::dict row;
    row["name"] = each.name;
    row["candidate"] = each.candidate;
    for (std::size_t k = 0; k < each.values.size(); ++k) {
      row[py::str(report.metrics[k])] =
          py::make_tuple(each.values[k], each.intervals[k].low, each.intervals[k].high);
    }
    rows.append(row);
  }
  told["rows"] = rows;
  return told;
}

/// Tables as the data sets they are; queries may be absent.
struct AdaptTables {
  Dataset items;
  std::optional<Dataset> queries;
  const Dataset* asked() const { return queries ? &*queries : nullptr; }
};

AdaptTables tables_of(const Table& items, const std::optional<Table>& queries) {
  AdaptTables tables{dataset_of(items), {}};
  if (queries) tables.queries = dataset_of(*queries);
  return tables;
}

py::tuple adapt_embeddings(const Table& items, const std::optional<Table>& queries,
                           const std::string& kind, const FeedbackRows& rows,
                           const FeedbackRows& held_out, const Settings& settings,
                           std::uint64_t seed) {
  AdaptOptions options{.seed = seed};
  set_all(describe(options), settings);
  const AdaptTables tables = tables_of(items, queries);
  const Index asked = tables.queries ? tables.queries->size() : -1;
  Feedback feedback = feedback_of(kind, rows, tables.items.size(), asked);
  if (!held_out.empty()) {
    feedback =
        with_held_out(std::move(feedback), feedback_of(kind, held_out, tables.items.size(), asked),
                      tables.queries ? *tables.queries : tables.items);
  }
  Attended attended;
  Adapted adapted =
      attended.run([&] { return adapt(tables.items, tables.asked(), feedback, options); });
  return py::make_tuple(std::move(adapted.model), told_of(adapted.report));
}

py::tuple update_embeddings(const Model& model, const Table& items,
                            const std::optional<Table>& queries, const std::string& kind,
                            const FeedbackRows& rows, double forget, std::uint64_t seed) {
  const AdaptTables tables = tables_of(items, queries);
  const Feedback feedback =
      feedback_of(kind, rows, tables.items.size(), tables.queries ? tables.queries->size() : -1);
  const UpdateOptions options{.forget = forget, .seed = seed};
  Attended attended;
  Updated updated = attended.run(
      [&] { return update_adapted(model, tables.items, tables.asked(), feedback, options); });
  py::dict told;
  told["queries"] = updated.report.queries;
  told["learned_from"] = updated.report.learned_from;
  told["base"] = updated.report.base;
  told["before"] = updated.report.before;
  told["moved"] = updated.report.moved;
  told["drift"] = updated.report.drift;
  return py::make_tuple(std::move(updated.model), told);
}

}  // namespace

void add_adapt(py::module_& module) {
  module.def("adapt", &adapt_embeddings);
  module.def("update_adapted", &update_embeddings);
}

}  // namespace mahala::python
