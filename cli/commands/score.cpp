#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/builtin.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/table_file.hpp"
#include "mahala/core/error.hpp"
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

TextTable score_table(const Model& model, const Dataset& left, const Dataset& right,
                      const std::vector<std::pair<Index, Index>>& pairs) {
  TextTable table{{"i", "j", model.kind == ModelKind::metric ? "distance" : "score"}, {}};
  const Vector numbers = compare_pairs(model, left.x, right.x, pairs);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    table.rows.push_back({sample_name(left.ids, pairs[k].first),
                          sample_name(right.ids, pairs[k].second),
                          Json(numbers[static_cast<Index>(k)])});
  }
  return table;
}

Model load_to_score(const ScoreArguments& arguments) {
  Model model = load(arguments.model);
  require(model.kind != ModelKind::ranking,
          "{}: the model ranks labels and does not compare samples; 'mahala label' lists the best",
          arguments.model);
  require(model.domain == Domain::features || arguments.other.empty(),
          "{}: the model places the samples it was learned from and no others", arguments.model);
  return model;
}

void score_file(const Command& command, const ScoreArguments& arguments) {
  check_data(command);
  auto inputs = input_files(arguments.data, {arguments.model, arguments.pairs});
  if (!arguments.other.empty()) inputs.push_back(resolve_data(arguments.other));
  check_table_output(arguments.output, arguments.common, inputs);
  const Model model = load_to_score(arguments);
  const Dataset left = read_for_model(command, arguments.data, model, arguments.common);
  DataArguments other = arguments.data;
  other.name = arguments.other;
  const Dataset right =
      arguments.other.empty() ? left : read_for_model(command, other, model, arguments.common);
  const auto pairs = read_sample_pairs(arguments.pairs, left, right);
  const Json facts = {{"model", arguments.model},
                      {"model_kind", name(model.kind)},
                      {"data", arguments.data.name},
                      {"other", arguments.other.empty() ? Json() : Json(arguments.other)},
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
  command
      .add_option("--pairs", arguments->pairs,
                  "CSV of i,j: samples of DATA and of OTHER by id, or by number from 0")
      .text("FILE")
      .required();
  add_table_output(command, arguments->output,
                   "i,j,score, or i,j,distance (squared) where the model is a metric");
  add_common(command, arguments->common, Uses::work);
  command.callback([arguments, command] { score_file(command, *arguments); });
}

}  // namespace mahala::cli
