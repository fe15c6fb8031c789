/// @file
/// For each of n points of few coordinates all others within a distance of its own.
///
/// All n^2 distances are estimated by products of matrices in single precision, moved to the mean
/// and scaled to unit size; whatever the error of the estimate does not exclude is computed
/// again in double from the differences. Cost: 2 r n^2 in single precision, 3 r for each point
/// listed; memory of O(n) a thread.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// Lists for a block of consecutive points, one after the other.
struct NearLists {
  std::vector<Index> begin = {};      ///< the k-th list is begin[k] .. begin[k+1]
  std::vector<Index> point = {};      ///< ascending in each list; never the point itself
  std::vector<double> distance = {};  ///< squared

  Index count() const { return std::ssize(begin) - 1; }
};

/// The squared distance to look up to from point i, whose nearest other point is at most `nearest`
/// (squared) away.
using NearLimit = std::function<double(Index i, double nearest)>;

/// In at most this many parts are sums over points formed.
constexpr Index most_near_parts = 8;

/// Calls visit(part, begin, lists) for consecutive blocks of points, parts in parallel and each
/// part's blocks in their order. Lists hold every point within the limit, and may hold
/// some a little beyond. Returns the number of parts. The points must be finite.
Index for_each_near_block(const Matrix& z, const NearLimit& limit,
                          const std::function<void(Index, Index, const NearLists&)>& visit);

}  // namespace mahala
