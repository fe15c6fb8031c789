/// @file
/// The differences x_i - x_j of some pairs as dense columns, a block at a time.
#pragma once

#include <functional>
#include <span>

#include "mahala/data/constraints.hpp"

namespace mahala {

/// `count` of the pairs, or all, evenly spread over the list.
Pairs spread_pairs(const Pairs& pairs, Index count);

/// Calls visit(begin, differences) over blocks of the pairs, in their order; a pair with the
/// origin gives the sample itself.
void for_each_difference(const Samples& x, std::span<const Pair> pairs,
                         const std::function<void(Index, const MatrixView&)>& visit);

}  // namespace mahala
