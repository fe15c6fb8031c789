#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/builtin.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/announce.hpp"
#include "cli/output/neighbour_rows.hpp"
#include "cli/output/table_file.hpp"
#include "mahala/core/run.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/model/scores.hpp"
#include "mahala/search/inner_products.hpp"
#include "mahala/search/recall.hpp"
#include "mahala/search/search_index.hpp"

namespace mahala::cli {
namespace {

struct SearchArguments {
  Common common;
  std::string model, base, queries, output;
  ReadOptions reading = {};
  IndexKind kind = {};
  Index k = 10;
  bool recall = false;
};

Options describe_search(SearchArguments& arguments) {
  return {{"index", &arguments.kind.name,
           "exact, hnsw, or FAISS' description of an index: Flat, HNSW32, IVF64,Flat ..."},
          {"tune", &arguments.kind.tune, "FAISS' parameters of the search: nprobe=8 ..."},
          {"recall", &arguments.recall, "compare with the exact search: what is found, how fast"}};
}

/// The flags of reading but for --labels-file, whose labels would count for nothing.
Options describe_reading(ReadOptions& reading) {
  Options options = mahala::describe(reading);
  std::erase_if(options, [](const Option& option) { return option.name == "labels_file"; });
  return options;
}

/// Samples in the space in which plain distance, or the inner product, is the learned one.
struct Embedded {
  Samples x;
  std::vector<std::string> ids;
};

Embedded read_embedded(const Command& command, const SearchArguments& arguments,
                       const std::string& file, const Model& model, Side side) {
  Dataset data = read_for_model(command, {file, arguments.reading}, model, arguments.common);
  if (model.kind == ModelKind::metric) {
    return {embed_samples(model, std::move(data.x)), std::move(data.ids)};
  }
  return {embed_side(model, std::move(data.x), side), std::move(data.ids)};
}

struct Answer {
  Neighbours found;
  double build_seconds = 0, search_seconds = 0;
};

double rate(const Answer& answer) {
  return static_cast<double>(answer.found.item.cols()) / std::max(answer.search_seconds, 1e-9);
}

Answer search_exactly(const Samples& items, const Samples& queries,
                      const SearchArguments& arguments) {
  const Stopwatch watch;
  const Index k = arguments.k;
  Neighbours found =
      arguments.kind.products ? largest_products(items, queries, k) : nearest(items, queries, k);
  return {std::move(found), 0, watch.seconds()};
}

constexpr Index widest_filled_in = 4096;

Matrix filled_in(const Samples& x, const IndexKind& kind) {
  require(!x.is_sparse() || x.dim() <= widest_filled_in,
          "index {}: the samples are sparse, of {} features, and would be filled in; use the exact "
          "search, or fit with --prepare pca:N or a low-rank learner",
          kind.name, x.dim());
  return x.block(0, x.size());
}

Answer search_index(const Matrix& items, const Matrix& queries, const SearchArguments& arguments) {
  const Stopwatch building;
  const auto index = make_search_index(arguments.kind, items.rows());
  index->add(items);
  const double build_seconds = building.seconds();
  const Stopwatch searching;
  Neighbours found = index->search(queries, arguments.k);
  return {std::move(found), build_seconds, searching.seconds()};
}

struct ExactComparison {
  double recall_at_1 = 1, recall_at_k = 1;
  double exact_queries_per_second = 0;
};

struct SearchOutcome {
  Answer answer;
  std::optional<ExactComparison> comparison = {};
};

SearchOutcome search_with_index(const Embedded& base, const Embedded& queries,
                                const SearchArguments& arguments) {
  const Matrix items = filled_in(base.x, arguments.kind);
  const Matrix asked = filled_in(queries.x, arguments.kind);
  SearchOutcome outcome{search_index(items, asked, arguments)};
  if (!arguments.recall) return outcome;
  const Answer exact = search_exactly(base.x, queries.x, arguments);
  const Neighbours& found = outcome.answer.found;
  const bool products = arguments.kind.products;
  outcome.comparison = {recall(items, asked, found, exact.found, 1, products),
                        recall(items, asked, found, exact.found, arguments.k, products),
                        rate(exact)};
  return outcome;
}

SearchOutcome search_samples(const Embedded& base, const Embedded& queries,
                             const SearchArguments& arguments) {
  if (arguments.kind.name != "exact") return search_with_index(base, queries, arguments);
  SearchOutcome outcome{search_exactly(base.x, queries.x, arguments)};
  if (arguments.recall) outcome.comparison = {1, 1, rate(outcome.answer)};
  return outcome;
}

Json search_json(const SearchOutcome& outcome, const NamedNeighbours& neighbours, Index items,
                 Index dim, const SearchArguments& arguments) {
  const Answer& answer = outcome.answer;
  Json json = {{"model", arguments.model},
               {"base", arguments.base},
               {"queries", arguments.queries},
               {"index", arguments.kind.name},
               {"tune", arguments.kind.tune},
               {"k", arguments.k},
               {"items", items},
               {"query_count", answer.found.item.cols()},
               {"dim", dim},
               {"build_seconds", answer.build_seconds},
               {"search_seconds", answer.search_seconds},
               {"queries_per_second", rate(answer)}};
  if (const auto& comparison = outcome.comparison) {
    json["recall_at_1"] = comparison->recall_at_1;
    json["recall_at_k"] = comparison->recall_at_k;
    json["exact_queries_per_second"] = comparison->exact_queries_per_second;
  }
  if (arguments.output.empty()) {
    json["results"] = rows_json(neighbours);
  } else {
    json["output"] = arguments.output;
  }
  return json;
}

std::string search_summary(const SearchOutcome& outcome, const SearchArguments& arguments) {
  const Index queries = outcome.answer.found.item.cols();
  std::string text = fmt::format("index {}: {} {}, {:.0f} a second", arguments.kind.name, queries,
                                 queries == 1 ? "query" : "queries", rate(outcome.answer));
  if (const auto& comparison = outcome.comparison) {
    text += fmt::format("; recall@1 {:.4f}, recall@{} {:.4f}; exact: {:.0f} a second",
                        comparison->recall_at_1, arguments.k, comparison->recall_at_k,
                        comparison->exact_queries_per_second);
  }
  return text;
}

void report_search(const SearchOutcome& outcome, const Embedded& base, const Embedded& queries,
                   const SearchArguments& arguments) {
  const NamedNeighbours neighbours{outcome.answer.found, queries.ids, base.ids,
                                   arguments.kind.products ? "score" : "distance"};
  const bool file = !arguments.output.empty();
  if (file) write_rows(neighbours, arguments.output);
  if (arguments.common.json) {
    return print_json(search_json(outcome, neighbours, base.x.size(), base.x.dim(), arguments));
  }
  if (file) {
    return announce(arguments.common, arguments.output,
                    fmt::format("{}: {}", search_summary(outcome, arguments), arguments.output));
  }
  print_rows(neighbours);
  if (arguments.recall) remark(arguments.common, search_summary(outcome, arguments));
}

/// Lists shorter than asked for are not to be taken for complete ones.
void remark_short(const Neighbours& found, Index items, const SearchArguments& arguments) {
  if (arguments.k > items) {
    remark(arguments.common, fmt::format("{}: has {}, so no query has {} neighbours",
                                         arguments.base, counted(items, "sample"), arguments.k));
  }
  const Index last = found.item.rows() - 1;
  const Index cut = last < 0 ? 0 : (found.item.row(last).array() < 0).count();
  if (cut == 0) return;
  remark(
      arguments.common,
      fmt::format(
          "index {}: {} of {} queries found fewer than {} neighbours; --tune makes it look further",
          arguments.kind.name, cut, found.item.cols(), last + 1));
}

void check_search(const SearchArguments& arguments) {
  if (arguments.kind.name == "exact" && !arguments.kind.tune.empty()) {
    throw UsageError("--tune: the exact search has nothing to tune");
  }
  if (arguments.output.empty()) return;
  check_table_name(arguments.output);
  check_apart(arguments.output, arguments.common.json);
  auto inputs = input_files({arguments.base, arguments.reading});
  inputs.insert(inputs.end(), {arguments.model, resolve_data(arguments.queries)});
  check_output(arguments.output, inputs);
}

void search_files(const Command& command, SearchArguments& arguments) {
  check_search(arguments);
  const Model model = load(arguments.model);
  require(model.kind != ModelKind::ranking,
          "{}: the model ranks labels, not samples; 'mahala label' does", arguments.model);
  arguments.kind.products = model.kind == ModelKind::similarity;
  const Embedded base = read_embedded(command, arguments, arguments.base, model, Side::right);
  const Embedded queries = read_embedded(command, arguments, arguments.queries, model, Side::left);
  const SearchOutcome outcome = search_samples(base, queries, arguments);
  remark_short(outcome.answer.found, base.x.size(), arguments);
  report_search(outcome, base, queries, arguments);
}

void add_k(Command& command, Index& k) {
  const Option option{"k", &k, "neighbours of each query", at_least(1)};
  command
      .add_option(
          "-k,--k", [option](const std::string& text) { set_flag(option, text); },
          help_text(option))
      .text("N")
      .group("The search");
}

}  // namespace

void add_search(Command& app) {
  auto arguments = std::make_shared<SearchArguments>();
  Command command =
      app.add_command("search", "find the nearest, or most similar, samples of each query");
  add_model(command, arguments->model);
  add_base(command, arguments->base);
  command.add_option("QUERIES", arguments->queries, "samples whose neighbours are wanted")
      .required();
  add_table_output(command, arguments->output,
                   "query,rank,item,distance (squared), or score where the model is a similarity");
  add_k(command, arguments->k);
  add_described(command, describe_search(*arguments), "The search");
  add_described(command, describe_reading(arguments->reading), reading_group);
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments, command] { search_files(command, *arguments); });
}

}  // namespace mahala::cli
