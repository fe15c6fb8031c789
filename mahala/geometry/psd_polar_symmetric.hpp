/// @file
/// Positive semidefinite matrices of rank r as a subspace and a symmetric root inside it.
///
///   S+(r, d) = { W = U R^2 U^T : U^T U = I,  R = R^T > 0, r x r }
///
/// Metric      1/lambda <xi_U, zeta_U> + 1/(1 - lambda) tr(D_xi R^{-1} D_zeta R^{-1}),
///             D the change of R. It is a metric only where R is positive definite.
///
/// Gradient    xi_U as in geometry/psd_polar.hpp,
///             D = (1 - lambda) R gR R = (1 - lambda)(R K + K R),  K = G^T E G,  G = U R.
///
/// Retraction  U as in geometry/frame.hpp; R + D, a straight line. It may leave the definite
///             ones: R is then replaced by |R|, which gives the same W.
///
/// The straight line is much less robust than the geodesic of psd_polar: use small steps.
///
/// Reference   Meyer, Journee, Bonnabel, Sepulchre, "From subspace learning to distance
///             learning: a geometrical optimization approach", SSP 2009, equations (8) to (15).
/// Differs     the paper allows every invertible symmetric R, where its metric is indefinite.
#pragma once

#include "mahala/geometry/polar_geometry.hpp"

namespace mahala {

class PsdPolarSymmetric : public PolarGeometry<PsdPolarSymmetric> {
 public:
  // The core of a point is R, symmetric, of a tangent vector D.

  /// Error unless 1 <= rank <= dim and 0 <= lambda <= 1.
  PsdPolarSymmetric(Index dim, Index rank, double lambda = 0.5,
                    FrameRetraction retraction = FrameRetraction::uf);

  Matrix factor(const Point& p) const { return p.u * p.r; }
  Tangent gradient(const Point& p, const Matrix& eg) const;
  double inner(const Point& p, const Tangent& a, const Tangent& b) const;

  /// The D of the gradient, r x r, from R and K: gradient without the subspace.
  Matrix core_gradient(const Matrix& r, const Matrix& k) const;

  /// R after the change D, r x r: retract without the subspace.
  Matrix retract_core(const Matrix& r, const Matrix& d) const;

  Point random_point(Rng& rng) const;
};

static_assert(Manifold<PsdPolarSymmetric>);

/// |R| = (R^2)^{1/2} unless R is positive definite already.
Matrix made_positive(const Matrix& r);

}  // namespace mahala
