/// @file
/// Subspaces of dimension r in R^d, kept as one orthonormal frame U (geometry/frame.hpp).
///
///   Gr(r, d) = { W = U U^T : U^T U = I }
///
/// U and U O with O orthogonal span the same subspace and are the same point.
///
/// Metric      <xi, zeta> = tr(xi^T zeta).
/// Tangents    U^T xi = 0; projection  P(z) = z - U (U^T z).
/// Gradient    2 P(E U).
/// Retraction  qf, uf or the exponential map.
/// Cost        O(d r^2 + r^3).
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), section 4.2.
#pragma once

#include "mahala/geometry/frame.hpp"
#include "mahala/geometry/manifold.hpp"

namespace mahala {

class Grassmann {
 public:
  using Point = Matrix;    ///< U, d x r, orthonormal columns
  using Tangent = Matrix;  ///< xi, d x r, normal to U

  /// Error unless 1 <= rank <= dim.
  Grassmann(Index dim, Index rank, FrameRetraction retraction = FrameRetraction::uf);

  Matrix factor(const Point& u) const { return u; }
  Tangent gradient(const Point& u, const Matrix& eg) const { return 2 * normal_part(u, eg); }
  double inner(const Point&, const Tangent& a, const Tangent& b) const {
    return a.cwiseProduct(b).sum();
  }
  Tangent project(const Point& u, const Matrix& z) const { return normal_part(u, z); }
  Point retract(const Point& u, const Tangent& xi) const {
    return retract_frame(u, xi, retraction_);
  }
  Tangent transport(const Point&, const Point& to, const Tangent& xi) const {
    return normal_part(to, xi);
  }
  double distance_moved(const Point& u, const Point& to) const { return relative_change(u, to); }

  Point random_point(Rng& rng) const { return random_frame(dim_, rank_, rng); }
  Tangent random_tangent(const Point& u, Rng& rng) const;  ///< unit length

 private:
  Index dim_, rank_;
  FrameRetraction retraction_;
};

static_assert(Manifold<Grassmann>);

}  // namespace mahala
