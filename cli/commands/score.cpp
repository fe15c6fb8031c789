#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/builtin.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/announce.hpp"
#include "cli/output/table_file.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/model/scores.hpp"

namespace mahala::cli {
namespace {

struct ScoreArguments {
  Common common;
  std::string model, other, pairs, output;
  DataArguments data;
};

using SamplePairs = std::vector<std::pair<Index, Index>>;

/// d^2(x_i, z_j) of embedded samples.
Vector distances(const Samples& x, const Samples& z, const SamplePairs& pairs) {
  Vector all(std::ssize(pairs));
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const auto [i, j] = pairs[k];
    all[static_cast<Index>(k)] = (x.column(i) - z.column(j)).squaredNorm();
  }
  return all;
}

Vector scored(const Model& model, const Dataset& left, const Dataset& right,
              const SamplePairs& pairs) {
  if (model.kind == ModelKind::metric) {
    return distances(embed_samples(model, left.x), embed_samples(model, right.x), pairs);
  }
  return score_pairs(embed_side(model, left.x, Side::left), embed_side(model, right.x, Side::right),
                     pairs);
}

Json name_of(const Dataset& data, Index i) {
  return data.ids.empty() ? Json(i) : Json(data.ids[static_cast<std::size_t>(i)]);
}

TextTable score_table(const Model& model, const Dataset& left, const Dataset& right,
                      const SamplePairs& pairs, const Vector& numbers) {
  TextTable table{{"i", "j", model.kind == ModelKind::metric ? "distance" : "score"}, {}};
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    table.rows.push_back({name_of(left, pairs[k].first), name_of(right, pairs[k].second),
                          Json(numbers[static_cast<Index>(k)])});
  }
  return table;
}

void check_score(const Command& command, const ScoreArguments& arguments) {
  check_data(command);
  if (arguments.output.empty()) return;
  check_table_name(arguments.output);
  check_apart(arguments.output, arguments.common.json);
  auto inputs = input_files(arguments.data);
  inputs.insert(inputs.end(), {arguments.model, arguments.pairs});
  if (!arguments.other.empty()) inputs.push_back(resolve_data(arguments.other));
  check_output(arguments.output, inputs);
}

void score_file(const Command& command, const ScoreArguments& arguments) {
  check_score(command, arguments);
  const Model model = load(arguments.model);
  require(model.kind != ModelKind::ranking,
          "{}: the model ranks labels and does not compare samples; 'mahala label' lists the best",
          arguments.model);
  require(model.domain == Domain::features || arguments.other.empty(),
          "{}: the model places the samples it was learned from and no others", arguments.model);
  const Dataset left = read_for_model(command, arguments.data, model, arguments.common);
  DataArguments other = arguments.data;
  other.name = arguments.other;
  const Dataset right =
      arguments.other.empty() ? left : read_for_model(command, other, model, arguments.common);
  const SamplePairs pairs = read_sample_pairs(arguments.pairs, left, right);
  const TextTable table = score_table(model, left, right, pairs, scored(model, left, right, pairs));
  const Json facts = {{"model", arguments.model},
                      {"model_kind", name(model.kind)},
                      {"data", arguments.data.name},
                      {"other", arguments.other.empty() ? Json() : Json(arguments.other)},
                      {"pairs", pairs.size()}};
  give_table(table, arguments.output, facts, counted(std::ssize(pairs), "pair"), arguments.common);
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
