/// @file
/// The measures of a metric, by name; measurement.hpp says which numbers that gives.
///
///   knn            the vote of the k nearest
///   retrieval      samples find those of their label
///   clustering     K-means, as many clusters as there are classes, against the classes
///   verification   distances of up to 20,000 pairs, of one label or not
///   recognition    the vote of the k nearest, every class counting alike
///   labels         labels ranked for samples, which rankings do and nothing else does
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/dataset.hpp"
#include "mahala/evaluate/measurement.hpp"

namespace mahala {

enum class Measure { knn, retrieval, clustering, verification, recognition, labels };

std::string_view name(Measure measure);

/// The measures of a list such as "retrieval,clustering", each once and in the order above.
/// Error for another name.
std::vector<Measure> parse_measures(std::string_view list);

/// The numbers of a list such as "1,5,10", ascending and each once; Error for what is no
/// number of at least 1.
std::vector<Index> parse_cuts(std::string_view list);

/// Error naming the data and the first sample with none or several labels; `what` needs one each.
void check_classes(const Dataset& data, std::string_view what);

/// K-means of embedded samples that have one label each.
Measurement cluster_by_label(const Samples& x, const Labels& labels, std::uint64_t seed);

/// Pairs drawn among embedded samples.
Measurement verify_by_label(const Samples& x, const Labels& labels, std::uint64_t seed);

/// The pairs that it measures.
std::vector<LabelledPair> judged_pairs(const Labels& labels, std::uint64_t seed);

/// What measure_fold gives, by name; nothing for knn, whose error a fold always has.
std::vector<std::string> number_names(Measure measure, const std::vector<Index>& cuts);

/// Both parts of a fold as a model embeds them, every sample with one label.
struct EmbeddedFold {
  const Samples& train;
  const Labels& train_labels;
  const Samples& test;
  const Labels& test_labels;
  std::vector<Index> cuts = {};  ///< of retrieval
  std::uint64_t seed = 0;        ///< the same for all models: they meet the same pairs and restarts
  Index k = 5;                   ///< neighbours that vote
};

/// One number for each name; none where it is undefined: no test sample has a training sample
/// of its label, or all pairs are of one sort.
std::vector<std::optional<double>> measure_fold(Measure measure, const EmbeddedFold& fold);

}  // namespace mahala
