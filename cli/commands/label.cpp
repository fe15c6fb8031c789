#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/announce.hpp"
#include "cli/output/table_file.hpp"
#include "mahala/core/linalg/highest.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/model/scores.hpp"

namespace mahala::cli {
namespace {

struct LabelArguments {
  Common common;
  std::string model, output;
  DataArguments data;
  Index k = 5;
};

/// The k best labels of each sample, best first, the first of equal ones first.
TextTable best_labels(const Model& model, const Dataset& data, Index k) {
  const Matrix scores = label_scores(model, data.x);
  TextTable table{{"sample", "rank", "label", "score"}, {}};
  for (Index i = 0; i < data.size(); ++i) {
    const Json sample = data.ids.empty() ? Json(i) : Json(data.ids[static_cast<std::size_t>(i)]);
    Index rank = 0;
    for (const Index label : highest(scores.col(i), k)) {
      table.rows.push_back({sample, Json(++rank),
                            Json(model.labels[static_cast<std::size_t>(label)]),
                            Json(scores(label, i))});
    }
  }
  return table;
}

void check_label(const Command& command, const LabelArguments& arguments) {
  check_data(command);
  if (arguments.output.empty()) return;
  check_table_name(arguments.output);
  check_apart(arguments.output, arguments.common.json);
  auto inputs = input_files(arguments.data);
  inputs.push_back(arguments.model);
  check_output(arguments.output, inputs);
}

void label_file(const Command& command, const LabelArguments& arguments) {
  check_label(command, arguments);
  const Model model = load(arguments.model);
  require(model.kind == ModelKind::ranking,
          "{}: the model is a {} and gives no label a score; 'mahala search' finds samples",
          arguments.model, name(model.kind));
  const Dataset data = read_for_model(command, arguments.data, model, arguments.common);
  const TextTable table = best_labels(model, data, arguments.k);
  const Json facts = {{"model", arguments.model},
                      {"data", arguments.data.name},
                      {"samples", data.size()},
                      {"labels", model.labels.size()},
                      {"k", arguments.k}};
  give_table(table, arguments.output, facts, counted(data.size(), "sample"), arguments.common);
}

}  // namespace

void add_label(Command& app) {
  auto arguments = std::make_shared<LabelArguments>();
  Command command = app.add_command("label", "list the best labels of each sample");
  add_model(command, arguments->model);
  add_data(command, arguments->data);
  add_described(command, {{"k", &arguments->k, "labels of each sample", at_least(1)}},
                "The labels");
  add_table_output(command, arguments->output, "sample,rank,label,score");
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments, command] { label_file(command, *arguments); });
}

}  // namespace mahala::cli
