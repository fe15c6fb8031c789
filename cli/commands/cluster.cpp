#include <fmt/format.h>

#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/grouping.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/announce.hpp"
#include "cli/output/table_file.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/data/dense_size.hpp"
#include "mahala/evaluate/measurement.hpp"
#include "mahala/model/model_file.hpp"

namespace mahala::cli {
namespace {

constexpr auto clustering_group = "Clustering";

struct ClusterArguments {
  Common common;
  DataArguments data;
  TrainOptions training;
  Grouping grouping;
  std::string model, pairs, output;
};

void check_cluster(const Command& command, const ClusterArguments& arguments) {
  check_data(command);
  check_training(arguments.training);
  if (!arguments.model.empty()) refuse_together(command, "--model", learning_group);
  check_grouping(command, arguments.grouping, !arguments.pairs.empty());
  if (arguments.output.empty()) return;
  check_table_name(arguments.output);
  check_apart(arguments.output, arguments.common.json);
  auto inputs = input_files(arguments.data);
  inputs.insert(inputs.end(), {arguments.model, arguments.pairs});
  check_output(arguments.output, inputs);
}

/// All but plain K-means fill sparse samples in.
void check_cluster_zeros(const Dataset& data, const ClusterArguments& arguments) {
  const auto* sparse = std::get_if<SparseMatrix>(&data.x.storage());
  if (sparse == nullptr || plain(arguments.grouping, !arguments.pairs.empty())) return;
  const SparseShape shape = sparse_shape(*sparse);
  check_filling(arguments.data.name, shape,
                static_cast<double>(shape.size) * static_cast<double>(shape.dim),
                arguments.data.reading.max_bytes);
}

/// DATA where distances are those to cluster by: prepared, or embedded by the model.
Dataset read_samples(const Command& command, const ClusterArguments& arguments) {
  if (!arguments.model.empty()) {
    const Model model = load(arguments.model);
    Dataset data = read_for_model(command, arguments.data, model, arguments.common);
    data.x = embed_samples(model, std::move(data.x));
    return data;
  }
  Dataset data = read_data(arguments.data, fills_missing(arguments.training));
  fit_prepare(preparation_plan(arguments.training, data.x), data.x);  // labels are for judging
  return data;
}

Pairs read_known_pairs(const std::string& file, const Dataset& data) {
  if (file.empty()) return {};
  const Constraints given = read_constraints(Supervision::pairs, file, data);
  check(given, data);
  require(count(given) > 0, "{}: holds no pairs", file);
  return std::get<Pairs>(given);
}

/// How clusters agree with the labels of samples that have one and were no seeds; null if there
/// are none.
Json agreement(const Dataset& data, const Grouped& found) {
  std::vector<Index> clusters, classes;
  for (Index i = 0; i < data.labels.size(); ++i) {
    if (data.labels[i].size() != 1 || found.seeds[static_cast<std::size_t>(i)] >= 0) continue;
    clusters.push_back(found.cluster[static_cast<std::size_t>(i)]);
    classes.push_back(data.labels[i].front());
  }
  if (clusters.empty()) return nullptr;
  const Measurement measured = measure_clustering(std::move(clusters), std::move(classes));
  const std::vector<double> all = values(measured);
  Json numbers = {{"samples", measured.units}};
  for (std::size_t k = 0; k < all.size(); ++k) numbers[measured.names[k]] = all[k];
  return numbers;
}

void say_agreement(const Json& numbers, const Common& common) {
  if (numbers.is_null() || common.json) return;
  remark(common, fmt::format("{:.1f} % of {} labelled samples in the wrong cluster, NMI {:.3f}, "
                             "adjusted Rand index {:.3f}",
                             100 * numbers["clustering_error"].get<double>(),
                             numbers["samples"].get<Index>(), numbers["nmi"].get<double>(),
                             numbers["adjusted_rand"].get<double>()));
}

TextTable cluster_table(const Dataset& data, const Grouped& found) {
  TextTable table{{"sample", "cluster"}, {}};
  for (Index i = 0; i < data.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Index cluster = found.cluster[at];
    table.rows.push_back({data.ids.empty() ? Json(i) : Json(data.ids[at]),
                          found.names.empty()
                              ? Json(cluster)
                              : Json(found.names[static_cast<std::size_t>(cluster)])});
  }
  return table;
}

Json facts_of(const ClusterArguments& arguments, const Dataset& data, const Grouped& found) {
  return {{"data", arguments.data.name},
          {"samples", data.size()},
          {"method", found.method},
          {"clusters", found.count},
          {"objective", found.objective},
          {"iterations", found.iterations},
          {"converged", found.converged},
          {"seed", arguments.common.seed},
          {"agreement", agreement(data, found)}};
}

void cluster_file(const Command& command, const ClusterArguments& arguments) {
  check_cluster(command, arguments);
  const Dataset data = read_samples(command, arguments);
  check_cluster_zeros(data, arguments);
  const Pairs pairs = read_known_pairs(arguments.pairs, data);
  const Grouped found =
      group(data, pairs, arguments.grouping, static_cast<std::uint64_t>(arguments.common.seed));
  const Json facts = facts_of(arguments, data, found);
  say_agreement(facts["agreement"], arguments.common);
  give_table(
      cluster_table(data, found), arguments.output, facts,
      fmt::format("{} in {}", counted(data.size(), "sample"), counted(found.count, "cluster")),
      arguments.common);
}

}  // namespace

void add_cluster(Command& app) {
  auto arguments = std::make_shared<ClusterArguments>();
  Command command =
      app.add_command("cluster", "group samples, under pairs or seeds that are known");
  const auto add_file = [&](const std::string& flag, std::string& file, const std::string& help) {
    command.add_option(flag, file, help).text("FILE").group(clustering_group);
  };
  add_data(command, arguments->data);
  add_described(command, describe(arguments->grouping), clustering_group);
  add_file("--pairs", arguments->pairs,
           "CSV of i,j,relation,value: <= belongs together, >= does not; values do not count");
  add_file("--model", arguments->model, "a metric to cluster by, made by 'mahala fit'");
  add_table_output(command, arguments->output, "sample,cluster").group(clustering_group);
  add_described(command, describe(arguments->training), learning_group);
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments, command] { cluster_file(command, *arguments); });
}

}  // namespace mahala::cli
