/// @file
/// What a model says about samples, as rows: scores of pairs, the best labels of each.
#pragma once

#include <utility>
#include <vector>

#include "cli/output/table_file.hpp"
#include "mahala/data/dataset.hpp"
#include "mahala/model/model.hpp"

namespace mahala::cli {

/// i, j and the score of a similarity or the squared distance of a metric.
TextTable score_table(const Model& model, const Dataset& left, const Dataset& right,
                      const std::vector<std::pair<Index, Index>>& pairs);

/// The k best labels of each sample by a ranking: sample, rank, label, score.
TextTable label_table(const Model& model, const Dataset& data, Index k);

}  // namespace mahala::cli
