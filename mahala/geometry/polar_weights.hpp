/// @file
/// What the polar geometries share: lambda, which divides a step between the subspace and the
/// stretching inside it, and the tangent space normal to the frame.
///
///   <xi, zeta> = 1/lambda <xi_U, zeta_U> + 1/(1 - lambda) <xi_R, zeta_R>_R
///
/// A part of weight 0 does not move: its tangent vectors are zero and count nothing.
#pragma once

#include "mahala/core/random.hpp"
#include "mahala/geometry/frame_and_core.hpp"

namespace mahala {

class PolarWeights {
 public:
  /// Error unless 1 <= rank <= dim and 0 <= lambda <= 1.
  PolarWeights(Index dim, Index rank, double lambda);

  double turning() const { return lambda_; }
  double stretching() const { return 1 - lambda_; }
  Index dim() const { return dim_; }
  Index rank() const { return rank_; }

  /// The two parts of an inner product, weighed.
  double sum(double of_turning, double of_stretching) const;

  /// The part of z that is normal to u, and symmetric, and moves.
  FrameAndCore project(const Matrix& u, const FrameAndCore& z) const;

  FrameAndCore random_tangent(const Matrix& u, Rng& rng) const;  ///< of any length

 private:
  Index dim_, rank_;
  double lambda_;
};

}  // namespace mahala
