/// @file
/// The differences x_i - x_j of some pairs as dense columns, a block at a time.
#pragma once

#include <functional>
#include <span>

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// `count` of the pairs, or all, evenly spread over the list.
Pairs spread_pairs(const Pairs& pairs, Index count);

/// out = x_i - x_j; a pair with the origin gives the sample itself.
void assign_difference(const Samples& x, const Pair& pair, Eigen::Ref<Vector> out);

/// Column k of out = the difference of pair k. Of samples that are shared out all travel at once.
void assign_differences(const Samples& x, std::span<const Pair> pairs, Eigen::Ref<Matrix> out);

constexpr Index differences_at_once = 256;

/// Calls visit(begin, differences) over blocks of the pairs, in their order.
void for_each_difference(const Samples& x, std::span<const Pair> pairs,
                         const std::function<void(Index, const MatrixView&)>& visit);

/// The same of shared samples, rank p alone visiting dealt[p], its own pairs: their ends travel to
/// no other. All ranks call it alike.
void for_each_dealt_difference(const Samples& x, std::span<const std::span<const Pair>> dealt,
                               const std::function<void(const MatrixView&)>& visit);

}  // namespace mahala
