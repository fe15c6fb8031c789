/// @file
/// Pairs of all relations and weights at random, and their cost by definition.
#pragma once

#include <algorithm>

#include "mahala/core/random.hpp"
#include "mahala/data/constraints/constraints.hpp"

namespace mahala::test {

inline Pairs random_pairs(Index samples, Index count, Rng& rng) {
  constexpr Relation relations[] = {Relation::equal, Relation::at_most, Relation::at_least};
  Pairs pairs;
  while (std::ssize(pairs) < count) {
    const Index i = random_index(samples, rng), j = random_index(samples, rng);
    if (i == j) continue;
    pairs.push_back({.i = i,
                     .j = j,
                     .relation = relations[random_index(3, rng)],
                     .value = 3 * random_unit(rng),
                     .weight = random_unit(rng)});
  }
  return pairs;
}

/// e of Meyer et al. 2011, 8.2.
inline double gated_residual(const Pair& pair, double squared_distance) {
  const double e = squared_distance - pair.value;
  if (pair.relation == Relation::at_most) return std::max(e, 0.0);
  if (pair.relation == Relation::at_least) return std::min(e, 0.0);
  return e;
}

/// 1/(2m) sum weight e^2, the samples being the columns of z.
inline double plain_cost(const Pairs& pairs, const Matrix& z) {
  double total = 0;
  for (const Pair& pair : pairs) {
    const double e = gated_residual(pair, (z.col(pair.i) - z.col(pair.j)).squaredNorm());
    total += pair.weight * e * e;
  }
  return total / (2 * static_cast<double>(pairs.size()));
}

}  // namespace mahala::test
