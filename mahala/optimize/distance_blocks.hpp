/// @file
/// All squared distances between n points of few coordinates, a block of points at a time, by
/// products of matrices: 2 r n^2 operations, memory of O(n) a thread.
#pragma once

#include <functional>

#include "mahala/core/types.hpp"

namespace mahala {

/// The points, the columns of z, moved to their mean: products of far-away points would leave
/// no digits to their distances.
Matrix centred_points(const MatrixView& z);

/// In at most this many parts are sums over points formed.
constexpr Index most_distance_parts = 8;

/// Calls visit(part, begin, d) for consecutive blocks of points, parts in parallel and each
/// part's blocks in their order: d(j, k) = |z_j - z_{begin+k}|^2 for all points j, and infinity
/// where they are the same. `z` should be centred. Returns the number of parts.
Index for_each_distance_block(const Matrix& z,
                              const std::function<void(Index, Index, const Matrix&)>& visit);

}  // namespace mahala
