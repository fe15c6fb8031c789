/// @file
/// Positive semidefinite d x d matrices of rank r as a subspace and the logarithm of the
/// stretching inside it.
///
///   S+(r, d) = { W = U exp(S) U^T : U^T U = I,  S symmetric, r x r }
///
/// Metric      1/lambda <xi_U, zeta_U> + 1/(1 - lambda) <a, b>_S, a and b changes of S, with
///             either metric of geometry/spd_log.hpp on S.
///
/// Gradient    from E U, not from E G: where an eigenvalue of exp(S) goes to 0 so does that part
///             of E G, and S has to know it all the same. With A = U^T E U,
///             xi_U = 2 lambda (I - U U^T) E U exp(S),
///             S: (1 - lambda) A (von Neumann) or (1 - lambda) Dexp(S)[A] (log-Euclidean).
///
/// Retraction  U as in geometry/frame.hpp, S + a.
/// Cost        O(d r^2 + r^3).
///
/// S itself is stored, so that eigenvalues of W may shrink without bound: the logarithm of a
/// stored exp(S) loses them at a ratio of 1e-16.
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), sections 5.3 and 6.2.
#pragma once

#include "mahala/geometry/polar_geometry.hpp"
#include "mahala/geometry/spd_log.hpp"

namespace mahala {

class PsdPolarLog : public PolarGeometry<PsdPolarLog> {
 public:
  // The core of a point is S, of a tangent vector the change of S.

  /// Error unless 1 <= rank <= dim and 0 <= lambda <= 1.
  PsdPolarLog(Index dim, Index rank, double lambda, LogMetric metric,
              FrameRetraction retraction = FrameRetraction::uf);

  Matrix factor(const Point& p) const { return p.u * root(p.r); }
  const Matrix& probe(const Point& p) const { return p.u; }
  Tangent gradient(const Point& p, const Matrix& eu) const;
  double inner(const Point& p, const Tangent& a, const Tangent& b) const;

  double log_change(const Point&, const Tangent& a) const { return mahala::log_change(a.r); }

  static Matrix root(const Matrix& s);  ///< exp(S / 2), which is R of W = U R R^T U^T

  /// The change of S in the gradient, from A = U^T E U: gradient without the subspace.
  Matrix core_gradient(const Matrix& s, const Matrix& a) const;
  Matrix retract_core(const Matrix& s, const Matrix& change) const { return s + change; }

  Point random_point(Rng& rng) const;

 private:
  SpdLog core_;
};

static_assert(Manifold<PsdPolarLog>);

/// U and S of W = G G^T; -inf in S, and so no factor, if G has not full rank.
FrameAndCore polar_log_from_factor(const Matrix& g);

}  // namespace mahala
