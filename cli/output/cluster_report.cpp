#include "cli/output/cluster_report.hpp"

#include "cli/output/table_file.hpp"

namespace mahala::cli {
namespace {

/// null if there are no labels to agree with.
Json agreement_json(const Dataset& data, const Grouped& found) {
  const auto measured = agreement_with_labels(data, found);
  if (!measured) return nullptr;
  const std::vector<double> all = values(*measured);
  Json numbers = {{"samples", measured->units}};
  for (std::size_t k = 0; k < all.size(); ++k) numbers[measured->names[k]] = all[k];
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
    table.rows.push_back({sample_name(data.ids, i),
                          sample_name(found.names, found.cluster[static_cast<std::size_t>(i)])});
  }
  return table;
}

}  // namespace

void report_clusters(const std::string& data_name, const Dataset& data, const Grouped& found,
                     const std::string& output, const Common& common) {
  const Json facts = {{"data", data_name},
                      {"samples", data.size()},
                      {"method", name(found.method)},
                      {"clusters", found.count},
                      {"objective", found.objective},
                      {"iterations", found.iterations},
                      {"converged", found.converged},
                      {"seed", common.seed},
                      {"agreement", agreement_json(data, found)}};
  say_agreement(facts["agreement"], common);
  give_table(
      cluster_table(data, found), output, facts,
      fmt::format("{} in {}", counted(data.size(), "sample"), counted(found.count, "cluster")),
      common);
}

}  // namespace mahala::cli
