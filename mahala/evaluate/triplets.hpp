/// @file
/// How many triplets a metric, or a similarity, satisfies.
#pragma once

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// For each triplet 1 if |query - near| < |query - far| among embedded samples, else 0; a tie
/// counts one half.
std::vector<double> triplets_right(const Samples& embedded, const Triplets& triplets);

/// The same for the two sides of a similarity: 1 if query^T near > query^T far, queries being of
/// the left side.
std::vector<double> triplets_right(const Samples& left, const Samples& right,
                                   const Triplets& triplets);

/// The weighted fraction of triplets that are right. Error if the weights do not add up to more
/// than 0.
double triplet_accuracy(const Samples& embedded, const Triplets& triplets);

}  // namespace mahala
