/// @file
/// Partitions of labelled samples for cross-validation.
#pragma once

#include <vector>

#include "mahala/core/random.hpp"

namespace mahala {

struct Fold {
  std::vector<Index> train, test;  ///< ascending
};

/// `folds` disjoint test sets that cover 0 .. n-1, each with its share of every class to
/// within one sample. Error unless 2 <= folds <= n.
std::vector<Fold> stratified_folds(const std::vector<Index>& classes, Index folds, Rng& rng);

/// One test set of floor(share n) samples with its share of every class to within one sample.
/// Error unless 0 < share < 1 and neither part is empty.
Fold stratified_split(const std::vector<Index>& classes, double share, Rng& rng);

}  // namespace mahala
