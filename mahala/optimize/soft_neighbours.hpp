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
/// Cost: that of optimize/near_points.hpp and 4 r for each choice that is left.
#pragma once

#include <functional>
#include <span>

#include "mahala/core/types.hpp"

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

/// Calls row(choice) for every point, from several threads; it replaces the probabilities with w
/// and returns the point's part of the function. Gives the sum of these; `zl` becomes Z L.
double sum_over_choices(const Matrix& z, const std::function<double(SoftChoice&)>& row,
                        double negligible, Matrix& zl);

/// The same with `yl` = Y L for other coordinates Y of the points.
double sum_over_choices(const Matrix& z, const Matrix& y,
                        const std::function<double(SoftChoice&)>& row, double negligible,
                        Matrix& yl);

}  // namespace mahala
