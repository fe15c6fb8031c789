/// @file
/// Numbers on both ends of pairs of points that list each other: w_ij beside w_ji.
///
/// Arrays have an entry for each entry of the lists, which must be ascending and mutual
/// (optimize/neighbours/near_lists.hpp).
#pragma once

#include <span>
#include <vector>

#include "mahala/core/types.hpp"
#include "mahala/optimize/neighbours/near_lists.hpp"

namespace mahala {

class MutualPairs {
 public:
  explicit MutualPairs(const PointLists& lists);  ///< keeps a reference

  /// The entries of the list of i.
  template <class Numbers>
  auto of(Index i, Numbers& all) const {
    const auto from = static_cast<std::size_t>(lists_.begin[static_cast<std::size_t>(i)]);
    return std::span(all).subspan(from, lists_[i].size());
  }

  /// |z_i - z_j|^2, from the differences, each pair's once.
  std::vector<double> distances(const Matrix& z) const;

  /// out_i += sum_j (w_ij + w_ji)(y_i - y_j), without sums of weights that are negligible.
  void pull(const Matrix& y, const std::vector<double>& w, double negligible, Matrix& out) const;

 private:
  const PointLists& lists_;
  std::vector<std::size_t> other_end_;  ///< where i is in the list of j, for j in the list of i
};

}  // namespace mahala
