/// @file
/// How many triplets a metric satisfies.
#pragma once

#include "mahala/data/constraints.hpp"

namespace mahala {

/// The weighted fraction of triplets with |query - near| < |query - far| among embedded
/// samples; a tie counts one half. Error if the weights do not add up to more than 0.
double triplet_accuracy(const Samples& embedded, const Triplets& triplets);

}  // namespace mahala
