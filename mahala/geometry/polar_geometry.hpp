/// @file
/// What the polar geometries share: points W = U B U^T as a frame U and a core, which stands for
/// the stretching B; lambda, which divides a step between the two; the tangent space normal to the
/// frame; retractions, of each part by itself.
///
///   <xi, zeta> = 1/lambda <xi_U, zeta_U> + 1/(1 - lambda) <xi_R, zeta_R>_R
///
/// A part of weight 0 does not move: its tangent vectors are zero and count nothing.
#pragma once

#include "mahala/core/random.hpp"
#include "mahala/geometry/frame.hpp"
#include "mahala/geometry/frame_and_core.hpp"
#include "mahala/geometry/manifold.hpp"

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

/// The base of a geometry `Self`, which knows its core: factor(p), gradient, inner, core_gradient
/// and retract_core(core, change).
template <class Self>
class PolarGeometry {
 public:
  using Point = FrameAndCore;    ///< U, d x r, and the core, r x r
  using Tangent = FrameAndCore;  ///< xi_U and the change of the core

  Tangent project(const Point& p, const Tangent& z) const { return weights_.project(p.u, z); }
  Tangent transport(const Point&, const Point& to, const Tangent& xi) const {
    return project(to, xi);
  }
  double distance_moved(const Point& p, const Point& to) const {
    return relative_change(self().factor(p), self().factor(to));
  }
  Point retract(const Point& p, const Tangent& xi) const {
    Point to = p;
    if (lambda() > 0) to.u = retract_frame(p.u, xi.u, retraction_);
    if (lambda() < 1) to.r = self().retract_core(p.r, xi.r);
    return to;
  }
  Tangent random_tangent(const Point& p, Rng& rng) const {  ///< unit length
    return unit_length(self(), p, weights_.random_tangent(p.u, rng));
  }

  double lambda() const { return weights_.turning(); }
  bool moves_all() const { return lambda() > 0 && lambda() < 1; }  ///< both frame and core
  FrameRetraction retraction() const { return retraction_; }

 protected:
  /// Error unless 1 <= rank <= dim and 0 <= lambda <= 1.
  PolarGeometry(Index dim, Index rank, double lambda, FrameRetraction retraction)
      : weights_(dim, rank, lambda), retraction_(retraction) {}

  PolarWeights weights_;

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }

  FrameRetraction retraction_;
};

}  // namespace mahala
