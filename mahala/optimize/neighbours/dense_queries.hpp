/// @file
/// Sums over the choices of some points (optimize/neighbours/soft_neighbours.hpp) where most of all
/// others count, so that lists of them would only cost.
///
/// With W, one column for each query, the derivatives by its squared distances to all points, and Q
/// the queries,
///
///   (Z L)_j += z_j sum_q w_jq - (Q W^T)_j,     (Z L)_q += z_q sum_j w_jq - (Z W)_q :
///
/// three products of matrices with those that give the distances, all in single precision
/// (core/linalg/estimated_points.hpp). Probabilities and what is made of them are doubles.
///
/// Cost: 6 r n for a query. Taken if more than three of ten points are within reach of a query, and
/// the error of an estimate changes no probability by more than one part in a hundred; it is a
/// bound for the worst case, the errors seen are some thousand times smaller.
#pragma once

#include <optional>
#include <span>

#include "mahala/optimize/neighbours/soft_neighbours.hpp"

namespace mahala {

/// The sum of row(choice) over `queries`, which choose among all points; `zl` becomes Z L. Nothing
/// where lists of those at most `beyond` farther than the nearest are better. The points must be
/// finite. The query itself is listed among the chosen, with probability 0.
std::optional<double> dense_sum_of_queries(const Matrix& z, std::span<const Index> queries,
                                           const ChoiceFunction& row, double beyond, Matrix& zl);

}  // namespace mahala
