/// @file
/// Weights of samples as weights of the constraints about them.
#pragma once

#include <span>

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// Multiplies the weight of every pair or triplet by those of its samples (the origin weighs 1),
/// then all by one number, so that their sum stays what it was. Error if a weight is negative or
/// not finite, if those left are all 0, and for constraints that have no weights.
void weigh(Constraints& constraints, std::span<const double> samples);

}  // namespace mahala
