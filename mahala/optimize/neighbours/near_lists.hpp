/// @file
/// Lists, for each of n points of few coordinates, of all others within a reach of its own.
///
/// Every pair is estimated once, in single precision (core/linalg/estimated_points.hpp),
/// and looked at from both ends. Cost: r n^2 in single precision; memory of the lists.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// Lists of points, one after the other.
struct PointLists {
  std::vector<Index> begin = {0};  ///< the k-th list is begin[k] .. begin[k+1]
  std::vector<Index> point = {};

  Index count() const { return std::ssize(begin) - 1; }
  std::span<const Index> operator[](Index k) const {
    const auto from = static_cast<std::size_t>(begin[static_cast<std::size_t>(k)]);
    const auto to = static_cast<std::size_t>(begin[static_cast<std::size_t>(k) + 1]);
    return std::span(point).subspan(from, to - from);
  }
};

/// Of two different points, in either order.
using PairFilter = std::function<bool(Index i, Index j)>;

/// The list of i holds, ascending, every j != i with |z_i - z_j|^2 <= reach_i and wanted(i, j) (all
/// if it is empty), and may hold some a little beyond. `wanted` is asked from several threads; the
/// points must be finite.
PointLists near_lists(const Matrix& z, const Vector& reach, const PairFilter& wanted);

/// The same with every pair in the lists of both its points if one of them reaches the other.
/// Nothing if there are more than `most` such pairs, or many of them between few points.
std::optional<PointLists> mutual_lists(const Matrix& z, const Vector& reach, double most);

}  // namespace mahala
