#include "cli/output/model_tables.hpp"

#include "mahala/model/apply.hpp"

namespace mahala::cli {

TextTable score_table(const Model& model, const Dataset& left, const Dataset& right,
                      const std::vector<std::pair<Index, Index>>& pairs) {
  const bool metric = model.kind == ModelKind::metric;
  TextTable table{{"i", "j", metric ? "distance" : "score"}, {}};
  if (model.calibration) table.columns.insert(table.columns.end(), {"decision", "probability"});
  const Vector numbers = compare_pairs(model, left.x, right.x, pairs);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const double number = numbers[static_cast<Index>(k)], u = metric ? number : -number;
    std::vector<Json> row = {sample_name(left.ids, pairs[k].first),
                             sample_name(right.ids, pairs[k].second), Json(number)};
    if (model.calibration) {
      row.emplace_back(model.calibration->is_same(u) ? "same" : "different");
      row.emplace_back(model.calibration->probability_same(u));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

TextTable label_table(const Model& model, const Dataset& data, Index k) {
  TextTable table{{"sample", "rank", "label", "score"}, {}};
  const auto best = best_labels(model, data.x, k);
  for (Index i = 0; i < data.size(); ++i) {
    Index rank = 0;
    for (const auto& [label, score] : best[static_cast<std::size_t>(i)]) {
      table.rows.push_back({sample_name(data.ids, i), Json(++rank),
                            Json(model.labels[static_cast<std::size_t>(label)]), Json(score)});
    }
  }
  return table;
}

}  // namespace mahala::cli
