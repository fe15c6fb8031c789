/// @file
/// Distances of one point to some others, and weighted pulls between them, the points being the
/// columns of a matrix:
///
///   out_i += sum over pairs {i, j} of w (y_i - y_j),    that is out += Y L(w).
///
/// Cost: O(r) for each end of a pair.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// out[k] = |z_i - z_{js[k]}|^2, from the differences.
void distances_to(const Matrix& z, Index i, std::span<const Index> js, std::span<double> out);

/// out_i += w_k (z_i - z_j), out_j -= the same, for j = js[k] != i: adds Z L(w) of
/// these pairs.
void pull(const Matrix& z, Index i, std::span<const Index> js, std::span<const double> w,
          Matrix& out);

/// out += sum_k w_k (z_i - z_j), j = js[k]: the part of the above that i itself receives.
void gather(const Matrix& z, Index i, std::span<const Index> js, std::span<const double> w,
            Eigen::Ref<Vector> out);

struct PulledPair {
  std::int32_t i = 0, j = 0;  ///< different points
  double weight = 0;
};

/// Adds the pulls of many pairs, in the order of the parts, without sums that threads share: every
/// point gathers what its pairs contribute to it.
void pull_pairs(const Matrix& y, std::span<const std::vector<PulledPair>> parts, Matrix& out);

}  // namespace mahala
