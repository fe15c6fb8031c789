/// @file
/// A model as one step from raw samples to the space it searches in.
#pragma once

#include "mahala/data/prepare/prepare.hpp"

namespace mahala {

/// x -> a x + b
struct AffineMap {
  Matrix a = {};  ///< k x d
  Vector b = {};  ///< k
};

/// x -> map * prepare(x) for a map of k x d'. Steps shift, scale and project, so they fold into
/// the map from the last to the first: A P^T ((x - s) / c) + b = A' x + (b - A' s) with
/// A' = A P^T diag(1 / c). Error if a step is not affine (unit, impute).
AffineMap compose(Matrix map, const Prepare& prepare);

}  // namespace mahala
