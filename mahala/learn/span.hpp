/// @file
/// Few samples of many features span few directions.
///
///   X = Q R,   Q d x n with orthonormal columns,   |r_i - r_j| = |x_i - x_j|
///
/// A method that starts from the Euclidean metric and moves it by sums of (x_i - x_j)(x_k - x_l)^T
/// alone does the same to R as to X, and never leaves the span: what it takes d^2 for, or d^3, is
/// then to be had for n^2 and n^3.
#pragma once

#include <optional>

#include "mahala/data/dataset.hpp"

namespace mahala {

struct Span {
  Matrix q = {};      ///< d x n
  Dataset data = {};  ///< the same samples by their coordinates R
};

/// Nothing if there are as many samples as features.
std::optional<Span> span_of(const Dataset& data);

}  // namespace mahala
