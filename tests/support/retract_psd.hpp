/// @file
/// The retraction of geometry/fixed_rank.hpp for positive semidefinite matrices W = Y Y^T.
#pragma once

#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/geometry/fixed_rank.hpp"

namespace mahala::test {

/// The factor Z_A = Z_B of R_W at W = Y Y^T along the projection of (Z + Z^T) / 2.
inline Matrix retract_psd(const Matrix& y, const Matrix& z) {
  const FixedRank manifold(y.rows(), y.rows(), y.cols());
  const FixedRankPoint at{y, y};
  return manifold.retract(at, manifold.project(at, symmetric_part(z))).a;
}

}  // namespace mahala::test
