/// @file
/// What a fold of a cross-validation can be asked for besides its k-NN error.
///
///   retrieval      map, precision_at_k: test samples find training samples of their label
///   clustering     nmi, adjusted_rand, clustering_error: K-means of the test samples, as
///                  many clusters as they have classes, against the classes
///   verification   auc, equal_error_rate: distances of up to 20,000 pairs of test samples
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "mahala/data/labels.hpp"
#include "mahala/data/samples.hpp"

namespace mahala {

enum class Measure { retrieval, clustering, verification };

/// The measures of a list such as "retrieval,clustering", each once and in the order above.
/// "knn" is accepted and adds nothing: its error is always measured. Error for another name.
std::vector<Measure> parse_measures(std::string_view list);

/// What measure_fold gives, by name.
std::span<const std::string_view> number_names(Measure measure);

/// Both parts of a fold as a model embeds them, every sample with one label.
struct EmbeddedFold {
  const Samples& train;
  const Labels& train_labels;
  const Samples& test;
  const Labels& test_labels;
  Index k = 1;             ///< of precision at k
  std::uint64_t seed = 0;  ///< the same for all models: they meet the same pairs and restarts
};

/// One number for each name; none where it is undefined: no test sample has a training sample
/// of its label, or all pairs are of one sort.
std::vector<std::optional<double>> measure_fold(Measure measure, const EmbeddedFold& fold);

}  // namespace mahala
