#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/model_tables.hpp"
#include "mahala/core/error.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

struct LabelArguments {
  Common common;
  std::string model, output;
  DataArguments data;
  Index k = 5;
};

void label_file(const Command& command, const LabelArguments& arguments) {
  check_data(command);
  check_table_output(arguments.output, arguments.common,
                     input_files(arguments.data, {arguments.model}));
  const Model model = load(arguments.model);
  require(model.kind == ModelKind::ranking,
          "{}: the model is a {} and gives no label a score; 'mahala search' finds samples",
          arguments.model, name(model.kind));
  const Dataset data = read_for_model(command, arguments.data, model, arguments.common);
  const Json facts = {{"model", arguments.model},
                      {"data", arguments.data.name},
                      {"samples", data.size()},
                      {"labels", model.labels.size()},
                      {"k", arguments.k}};
  give_table(label_table(model, data, arguments.k), arguments.output, facts,
             counted(data.size(), "sample"), arguments.common);
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
