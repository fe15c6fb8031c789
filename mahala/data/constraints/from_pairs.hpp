/// @file
/// What pairs called the same or different say of each sample together: it is nearer to those it is
/// the same as than to those it is different from. So learners of triplets and of near/far sets can
/// learn from pairs.
#pragma once

#include "mahala/core/random.hpp"
#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// One for every sample that has pairs of both sorts, by number. Values and weights do not count.
/// Error for measured distances and the origin, or if no sample has both.
NearFarSets sets_from(const Pairs& pairs);

/// All triplets of these sets or, if `most` > 0 and there are more, as many of them at random, each
/// once and in their order.
Triplets triplets_from(const Pairs& pairs, Index most, Rng& rng);

}  // namespace mahala
