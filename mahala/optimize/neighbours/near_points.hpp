/// @file
/// For each of n points of few coordinates all others that are not much farther than its nearest.
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
  std::span<const Index> points(Index k) const {
    return std::span(point).subspan(from(k), size(k));
  }
  std::span<const double> distances(Index k) const {
    return std::span(distance).subspan(from(k), size(k));
  }

 private:
  std::size_t from(Index k) const {
    return static_cast<std::size_t>(begin[static_cast<std::size_t>(k)]);
  }
  std::size_t size(Index k) const { return from(k + 1) - from(k); }
};

/// In at most this many parts are sums over points formed.
constexpr Index most_near_parts = 8;

/// Calls visit(part, begin, lists) for consecutive blocks of points, parts in parallel and each
/// part's blocks in their order. A list holds every point whose squared
/// distance exceeds the smallest by at most `beyond`, and may hold some a little farther. Returns
/// the number of parts. The points must be finite.
using VisitNearBlock = std::function<void(Index part, Index begin, const NearLists&)>;
Index for_each_near_block(const Matrix& z, double beyond, const VisitNearBlock& visit);

/// The same for some of the points, whose lists are of all; `begin` counts among `queries`. Cost: 2
/// r n for each of them.
Index for_each_near_block(const Matrix& z, std::span<const Index> queries, double beyond,
                          const VisitNearBlock& visit);

}  // namespace mahala
