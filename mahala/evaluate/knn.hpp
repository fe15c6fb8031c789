/// @file
/// Classification by the vote of the k nearest neighbours.
#pragma once

#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// The class most frequent among the k training columns nearest to each query column; a
/// tie between classes goes to the smallest, between distances to the first sample.
std::vector<Index> classify_knn(const MatrixView& train, const std::vector<Index>& classes,
                                const MatrixView& queries, Index k);

/// Fraction of entries that differ.
double error_rate(const std::vector<Index>& predicted, const std::vector<Index>& truth);

}  // namespace mahala
