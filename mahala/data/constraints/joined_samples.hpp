/// @file
/// Samples that pairs say are alike, directly or through others.
#pragma once

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// For each of n samples the smallest number among those that pairs "<=" join it to. Pairs ">="
/// join nothing. Error for pairs "=" and pairs with the origin: measured distances are neither.
std::vector<Index> joined_samples(const Pairs& pairs, Index n);

}  // namespace mahala
