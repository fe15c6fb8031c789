/// @file
/// Partitions of labelled samples for cross-validation.
#pragma once

#include <vector>

#include "mahala/core/option.hpp"
#include "mahala/core/random.hpp"
#include "mahala/data/dataset.hpp"

namespace mahala {

struct Fold {
  std::vector<Index> train, test;  ///< ascending
};

/// `folds` disjoint test sets that cover 0 .. n-1, each with its share of every class to
/// within one sample. Error unless 2 <= folds <= n.
std::vector<Fold> stratified_folds(const std::vector<Index>& classes, Index folds, Rng& rng);

/// The same, but the samples of a group stay together, so shares are as even as groups allow: the
/// largest group first, each goes to the fold where it makes the shares of its classes least
/// uneven. Error unless 2 <= folds <= number of groups.
std::vector<Fold> grouped_folds(const std::vector<Index>& classes, const std::vector<Index>& groups,
                                Index folds, Rng& rng);

/// Folds of labelled samples that keep groups together if there are any.
std::vector<Fold> dataset_folds(const Dataset& data, Index folds, Rng& rng);

/// How many different groups these samples are of; each is its own if there are none.
Index group_count(const Dataset& data);

/// Learns from the first `end` of n samples and is tested by the others. Error unless both are
/// some.
Fold split_at(Index end, Index n);

/// What a split is made by.
struct SplitOptions {
  double share = 0.35;  ///< of the samples that go to the test part; in (0, 1)
  Index per_class = 0;  ///< > 0: so many of each class are learned from instead, the others test
};

Options describe(SplitOptions& options);

/// A random split that keeps the shares of classes and, where there are groups, these together,
/// then as near the share as groups allow; samples without labels are one class. Error if a part
/// would be empty, or a class has no more than `per_class` samples.
Fold random_split(const Dataset& data, const SplitOptions& options, Rng& rng);

/// One test set of floor(share n) samples with its share of every class to within one sample.
/// Error unless 0 < share < 1 and neither part is empty.
Fold stratified_split(const std::vector<Index>& classes, double share, Rng& rng);

}  // namespace mahala
