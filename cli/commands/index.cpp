#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/announce.hpp"
#include "mahala/core/run.hpp"
#include "mahala/model/index_map.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/search/index_file.hpp"

namespace mahala::cli {
namespace {

struct IndexArguments {
  Common common;
  std::string model;
  DataArguments base;
  IndexKind kind = {.name = "Flat"};
  std::string output;
};

Options describe_index(IndexArguments& arguments) {
  return {{"index", &arguments.kind.name,
           "FAISS' description of the index: Flat, HNSW32, IVF64,Flat, IVF64,PQ8 ..."},
          {"tune", &arguments.kind.tune, "FAISS' parameters kept in the file: nprobe=8 ..."}};
}

constexpr Index most_coefficients = Index{1} << 28;  ///< of a map: a gigabyte in single precision

void check_index_map(const Model& model) {
  require(model.domain != Domain::kernel,
          "the model embeds by a kernel, which an index file cannot hold; 'mahala search' finds "
          "neighbours with it");
  require(model.domain == Domain::features,
          "the model places the samples it was learned from and holds no map for an index file");
  require(model.kind != ModelKind::ranking,
          "the model ranks labels, not samples; 'mahala label' does");
  require(searched_dim(model) <= most_coefficients / std::max<Index>(1, model.input_dim()),
          "the map from {} to {} dimensions is too large for an index file; learn a low-rank "
          "{}, or use --prepare pca:N",
          model.input_dim(), searched_dim(model), name(model.kind));
}

void check_index_kind(const IndexKind& kind) {
  if (kind.name == "exact" || kind.name == "hnsw") {
    throw UsageError(fmt::format("--index: '{}' is not FAISS'; use {}", kind.name,
                                 kind.name == "exact" ? "Flat" : "HNSW32"));
  }
}

void report_index(const IndexArguments& arguments, const Model& model, Index items,
                  double seconds) {
  if (arguments.common.json) {
    return print_json({{"model", arguments.model},
                       {"base", arguments.base.name},
                       {"output", arguments.output},
                       {"index", arguments.kind.name},
                       {"tune", arguments.kind.tune},
                       {"items", items},
                       {"input_dim", model.input_dim()},
                       {"dim", searched_dim(model)},
                       {"seconds", seconds}});
  }
  announce(arguments.common, arguments.output,
           fmt::format("{}, {} -> {}: {}, index {}", counted(items, "item"), model.input_dim(),
                       counted(searched_dim(model), "dimension"), arguments.output,
                       arguments.kind.name));
}

void index_file(const Command& command, const IndexArguments& arguments) {
  check_data(command);
  check_index_kind(arguments.kind);
  check_apart(arguments.output, arguments.common.json);
  check_output(arguments.output, input_files(arguments.base, {arguments.model}));
  const Model model = load(arguments.model);
  check_index_map(model);
  const MapChain queries = map_chain(model, Side::left), items = map_chain(model, Side::right);
  IndexKind kind = arguments.kind;
  kind.products = model.kind == ModelKind::similarity;
  const Dataset base = read_for_model(command, arguments.base, model, arguments.common);
  const Stopwatch watch;
  write_faiss_index(queries, items, &base.x, kind, arguments.output);
  if (!base.ids.empty()) {
    remark(arguments.common,
           "FAISS has no ids; items are numbered from 0 in the order of the data");
  }
  report_index(arguments, model, base.size(), watch.seconds());
}

}  // namespace

void add_index(Command& app) {
  auto arguments = std::make_shared<IndexArguments>();
  Command command = app.add_command("index", "write a FAISS index that takes raw vectors");
  add_model(command, arguments->model);
  add_base(command, arguments->base.name);
  command.add_option("-o,--output", arguments->output, "the file to write, for faiss.read_index")
      .text("FILE")
      .required();
  add_described(command, describe_index(*arguments), "The index");
  add_described(command, mahala::describe(arguments->base.reading), reading_group);
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments, command] { index_file(command, *arguments); });
}

}  // namespace mahala::cli
