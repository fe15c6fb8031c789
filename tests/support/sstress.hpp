/// @file
/// What multidimensional scaling (learn/riemannian/mds.hpp) minimises, by definition.
#pragma once

#include "tests/support/random_pairs.hpp"

namespace mahala::test {

/// sum_k e_k^2, e_k = |g_i - g_j|^2 - y_k where that breaks what pair k asks for; without weights.
/// The objects are the rows of g; no pair is with the origin.
inline double sstress(const Matrix& g, const Pairs& pairs) {
  double sum = 0;
  for (const Pair& pair : pairs) {
    const double e = gated_residual(pair, (g.row(pair.i) - g.row(pair.j)).squaredNorm());
    sum += e * e;
  }
  return sum;
}

}  // namespace mahala::test
