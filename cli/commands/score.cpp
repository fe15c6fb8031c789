#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/builtin.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/model_tables.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/model/apply.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

struct ScoreArguments {
  Common common;
  std::string model, other, pairs, output;
  DataArguments data;
};

void score_file(const Command& command, const ScoreArguments& arguments) {
  check_data(command);
  const bool apart = !arguments.other.empty();
  auto inputs = input_files(arguments.data, {arguments.model, arguments.pairs});
  if (apart) inputs.push_back(resolve_data(arguments.other));
  check_table_output(arguments.output, arguments.common, inputs);
  const Model model = load(arguments.model);
  check_compares(model, arguments.model, apart);
  const Dataset left = read_for_model(command, arguments.data, model, arguments.common);
  const DataArguments from{arguments.other, arguments.data.reading};
  const Dataset other = apart ? read_for_model(command, from, model, arguments.common) : Dataset();
  const Dataset& right = apart ? other : left;
  const auto pairs = read_sample_pairs(arguments.pairs, left, right);
  const Json facts = {{"model", arguments.model},
                      {"model_kind", name(model.kind)},
                      {"data", arguments.data.name},
                      {"other", apart ? Json(arguments.other) : Json()},
                      {"pairs", pairs.size()}};
  give_table(score_table(model, left, right, pairs), arguments.output, facts,
             counted(std::ssize(pairs), "pair"), arguments.common);
}

}  // namespace

void add_score(Command& app) {
  auto arguments = std::make_shared<ScoreArguments>();
  Command command = app.add_command("score", "score pairs of samples, or measure their distances");
  add_model(command, arguments->model);
  add_data(command, arguments->data);
  command.add_option("OTHER", arguments->other,
                     "the second samples of pairs, if they are not those of DATA");
  command.add_option("--pairs", arguments->pairs, "CSV of i,j: of DATA and OTHER, by id or number")
      .text("FILE")
      .required();
  add_table_output(command, arguments->output,
                   "i,j,score or i,j,distance (squared), calibrated also decision,probability");
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments, command] { score_file(command, *arguments); });
}

}  // namespace mahala::cli
