/// @file
/// Weighted pulls between many pairs of points, added up without sums that threads share: every
/// point gathers what its pairs contribute to it,
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

struct PulledPair {
  std::int32_t i = 0, j = 0;  ///< different points
  double weight = 0;
};

/// Adds in the order of the parts. The points are the columns of Y.
void pull_pairs(const Matrix& y, std::span<const std::vector<PulledPair>> parts, Matrix& out);

}  // namespace mahala
