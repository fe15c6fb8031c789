#include "cli/commands/commands.hpp"
#include "cli/flags/arguments.hpp"
#include "cli/flags/described.hpp"
#include "cli/flags/exit.hpp"
#include "cli/flags/model_data.hpp"
#include "cli/output/cluster_report.hpp"
#include "cli/output/table_file.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/data/dense_size.hpp"
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

  GroupMethod method() const { return grouping_method(grouping, !pairs.empty()); }
};

/// UsageError for flags that count for nothing with the method, and for pairs that it lacks.
void check_grouping(const Command& command, const ClusterArguments& arguments) {
  const GroupMethod method = arguments.method();
  const auto refuse = [&](const char* flag, bool counts) {
    if (command.given(flag) && !counts) {
      throw UsageError(fmt::format("{} is ignored by --method {}", flag, method));
    }
  };
  refuse("--pairs", groups_by_pairs(method));
  refuse("--seeds", groups_by_seeds(method));
  refuse("--clusters", !groups_by_seeds(method));
  refuse("--restarts", method == GroupMethod::kmeans || method == GroupMethod::cop);
  if (groups_by_pairs(method) && arguments.pairs.empty()) {
    throw UsageError(fmt::format("--method {} needs --pairs", method));
  }
}

void check_cluster(const Command& command, const ClusterArguments& arguments) {
  check_data(command);
  check_training(arguments.training);
  if (!arguments.model.empty()) refuse_together(command, "--model", learning_group);
  check_grouping(command, arguments);
  check_table_output(arguments.output, arguments.common,
                     input_files(arguments.data, {arguments.model, arguments.pairs}));
}

/// All but plain K-means fill sparse samples in.
void check_cluster_zeros(const Dataset& data, const ClusterArguments& arguments) {
  const auto* sparse = data.x.sparse();
  if (sparse == nullptr || arguments.method() == GroupMethod::kmeans) return;
  const SparseShape shape = sparse_shape(*sparse);
  check_dense_size(arguments.data.name, shape,
                   static_cast<double>(shape.size) * static_cast<double>(shape.dim),
                   arguments.data.reading.max_bytes);
}

/// DATA where distances are those to cluster by: prepared, or embedded by the model.
Dataset read_to_cluster(const Command& command, const ClusterArguments& arguments) {
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

void cluster_file(const Command& command, const ClusterArguments& arguments) {
  check_cluster(command, arguments);
  const Dataset data = read_to_cluster(command, arguments);
  check_cluster_zeros(data, arguments);
  const Pairs pairs = read_known_pairs(arguments.pairs, data);
  const Grouped found =
      group(data, pairs, arguments.grouping, static_cast<std::uint64_t>(arguments.common.seed));
  report_clusters(arguments.data.name, data, found, arguments.output, arguments.common);
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
           "CSV of i,j,same (1 or 0) or i,j,relation (<= belongs together, >= does not); values do "
           "not count");
  add_file("--model", arguments->model, "a metric to cluster by, made by 'mahala fit'");
  add_table_output(command, arguments->output, "sample,cluster").group(clustering_group);
  add_described(command, describe(arguments->training), learning_group);
  add_common(command, arguments->common, Uses::chance);
  command.callback([arguments, command] { cluster_file(command, *arguments); });
}

}  // namespace mahala::cli
