/// @file
/// What is done with a model that is there: samples are embedded for searching, pairs of them
/// compared, labels listed.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mahala/data/dataset.hpp"
#include "mahala/model/scores.hpp"

namespace mahala {

/// Raw samples in the space whose Euclidean distance is the metric; of a similarity or ranking the
/// `side` whose inner product with the other one is the score.
Samples embed_as(const Model& model, Samples x, Side side);

/// The same for whoever reads the numbers: coordinates that count negatively (model/embedding.hpp)
/// would mislead them. Error naming `file`, where x comes from, if sparse samples would be filled
/// in with more than `max_bytes`.
Samples embed_for_reading(const Model& model, Samples x, Side side,
                          const std::filesystem::path& file, Index max_bytes);

/// Error naming the file of the model unless it compares samples: rankings do not, and models that
/// place the samples they were learned from know no `others`.
void check_compares(const Model& model, const std::string& file, bool others);

/// For each pair (i of x, j of z) of raw samples: the squared distance of a metric, the score of a
/// similarity. Error if an index lies outside.
Vector compare_pairs(const Model& model, const Samples& x, const Samples& z,
                     std::span<const std::pair<Index, Index>> pairs);

struct ScoredLabel {
  Index label = 0;
  double score = 0;
};

/// The k best labels of each raw sample by a ranking: the best first, of equal ones the first.
std::vector<std::vector<ScoredLabel>> best_labels(const Model& model, Samples x, Index k);

}  // namespace mahala
