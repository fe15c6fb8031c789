#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/builtin.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/search_report.hpp"
#include "cli/output/table_file.hpp"
#include "mahala/model/apply.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

constexpr auto search_group = "The search";

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
Options describe_search_reading(ReadOptions& reading) {
  Options options = mahala::describe(reading);
  std::erase_if(options, [](const Option& option) { return option.name == "labels_file"; });
  return options;
}

Dataset read_embedded(const Command& command, const SearchArguments& arguments,
                      const std::string& file, const Model& model, Side side) {
  Dataset data = read_for_model(command, {file, arguments.reading}, model, arguments.common);
  data.x = embed_as(model, std::move(data.x), side);
  return data;
}

void check_search(const SearchArguments& arguments) {
  if (arguments.kind.name == "exact" && !arguments.kind.tune.empty()) {
    throw UsageError("--tune: the exact search has nothing to tune");
  }
  check_table_output(arguments.output, arguments.common,
                     input_files({arguments.base, arguments.reading},
                                 {arguments.model, resolve_data(arguments.queries).string()}));
}

void search_files(const Command& command, SearchArguments& arguments) {
  check_search(arguments);
  const Model model = load(arguments.model);
  require(model.kind != ModelKind::ranking,
          "{}: the model ranks labels, not samples; 'mahala label' does", arguments.model);
  arguments.kind.products = model.kind == ModelKind::similarity;
  const Dataset base = read_embedded(command, arguments, arguments.base, model, Side::right);
  const Dataset queries = read_embedded(command, arguments, arguments.queries, model, Side::left);
  const MeasuredSearch done =
      measured_search(base.x, queries.x, arguments.kind, arguments.k, arguments.recall);
  const SearchReport report{.model = arguments.model,
                            .base = arguments.base,
                            .queries = arguments.queries,
                            .output = arguments.output,
                            .kind = arguments.kind,
                            .k = arguments.k,
                            .items = base.x.size(),
                            .dim = base.x.dim(),
                            .done = done,
                            .query_ids = queries.ids,
                            .item_ids = base.ids};
  remark_short_lists(report, arguments.common);
  report_search(report, arguments.common);
}

void add_neighbours(Command& command, Index& k) {
  const Option option{"k", &k, "neighbours of each query", at_least(1)};
  const auto take = [option](const std::string& text) { set_flag(option, text); };
  command.add_option("-k,--k", take, help_text(option)).text("N").group(search_group);
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
  add_neighbours(command, arguments->k);
  add_described(command, describe_search(*arguments), search_group);
  add_described(command, describe_search_reading(arguments->reading), reading_group);
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments, command] { search_files(command, *arguments); });
}

}  // namespace mahala::cli
