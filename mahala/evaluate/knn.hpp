/// @file
/// Classification by the vote of the k nearest neighbours.
#pragma once

#include <vector>

#include "mahala/data/samples/samples.hpp"
#include "mahala/search/neighbours.hpp"

namespace mahala {

/// The class most frequent in each column of a list of neighbours, given the classes of
/// the samples they are; a tie goes to the smallest class.
std::vector<Index> vote(const Neighbours& near, const std::vector<Index>& classes);

/// The class most frequent among the k training samples nearest to each query; a
/// tie between classes goes to the smallest, between distances to the first sample.
std::vector<Index> classify_knn(const Samples& train, const std::vector<Index>& classes,
                                const Samples& queries, Index k);

/// The same for each sample by the vote of the others; Error unless k < samples.
std::vector<Index> classify_others(const Samples& x, const std::vector<Index>& classes, Index k);

/// Fraction of entries that differ.
double error_rate(const std::vector<Index>& predicted, const std::vector<Index>& truth);

}  // namespace mahala
