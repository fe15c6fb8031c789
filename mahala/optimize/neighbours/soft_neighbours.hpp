/// @file
/// Every point chooses another one at random, near ones rather than far ones:
///
///   p_ij = exp(-|z_i - z_j|^2) / sum_{k != i} exp(-|z_i - z_k|^2),    p_ii = 0,
///
/// for the columns of Z = G^T X, and sums over all pairs of what depends on these. A function
/// whose derivative by the squared distance of i and j is w_ij has the gradient
///
///   2 sum_ij w_ij (x_i - x_j)(z_i - z_j)^T = 2 X (Z L)^T,
///   (Z L)_i = sum_j (w_ij + w_ji)(z_i - z_j).
///
/// Choices less likely than e^-33 (1e-14) of the likeliest are left out, and pulls of a weight
/// below `negligible`, which the caller knows to be the rounding of the function's slope.
///
/// Cost: r n^2 (2 r n^2 the first time, or where many points are near) in single precision to find
/// the likely choices (optimize/neighbours/near_lists.hpp, near_points.hpp), and 4 r for each.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "mahala/core/linalg/archive.hpp"
#include "mahala/optimize/neighbours/near_lists.hpp"

namespace mahala {

/// A pull that does not count beside one of weight 1.
constexpr double negligible_pull = 1e-14;

/// The choices of one point, and the logarithm of the sum that divides them.
struct SoftChoice {
  Index point = 0;
  std::span<const Index> chosen = {};  ///< ascending
  std::span<double> probability = {};  ///< of those; to be overwritten with w
  double log_sum = 0;
};

/// Calls for every point, from several threads; replaces the probabilities with w and returns the
/// point's part of the function.
using ChoiceFunction = std::function<double(SoftChoice&)>;

/// Squared distances become probabilities; returns the logarithm of the sum that divides them.
double soft_choice(std::span<const double> distances, std::span<double> probability);

/// Remembers who was nearest, which tells how far to look from the same points at another Z.
class SoftNeighbours {
 public:
  /// The sum of row(choice) over all points; `yl` becomes Y L, where Y has a column for every
  /// column of Z and may be Z itself.
  double sum(const Matrix& z, const Matrix& y, const ChoiceFunction& row, double negligible,
             Matrix& yl);

  /// The sum over `queries` alone, in ascending order, which choose among all points, to 2e-9 of
  /// each choice and with pulls of 1e5 times `negligible`, or in single precision where most points
  /// are near (optimize/neighbours/dense_queries.hpp): their mean has more noise than that.
  /// Remembers nothing.
  static double sum_of_queries(const Matrix& z, std::span<const Index> queries,
                               const ChoiceFunction& row, double negligible, Matrix& zl);

  void keep(Archive& archive) { archive("nearest", nearest_); }

 private:
  void remember(std::vector<Index> nearest);
  Vector reach(const Matrix& z) const;  ///< at least how far likely choices are, squared
  double sum_of_lists(const PointLists& lists, const Matrix& z, const Matrix& y,
                      const ChoiceFunction& row, double negligible, Matrix& yl);
  double sum_of_blocks(const Matrix& z, const Matrix& y, const ChoiceFunction& row,
                       double negligible, Matrix& yl);

  std::vector<Index> nearest_;  ///< of every point at the last Z; empty unless few were near
};

}  // namespace mahala
