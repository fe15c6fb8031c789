/// @file
/// Positive semidefinite d x d matrices of rank r, kept as one d x r factor.
///
///   S+(r, d) = { W = G G^T : G in R^{d x r}, rank G = r }
///
/// W does not determine G: for every orthogonal r x r matrix Q, G and G Q give the same W.
/// A point of this manifold is the whole family { G Q }, and any one member stands for it
/// in memory; no operation forms a d x d matrix.
///
/// Metric      <U, V>_G = tr(U^T V).
///
/// Tangents    Directions G S with S skew only turn G inside its family. A tangent vector
///             is stored as the U orthogonal to all of them:
///
///               U horizontal  <=>  G^T U = U^T G.                                 (1)
///
/// Projection  of any d x r matrix Z onto (1) removes the turning part:
///
///               P(Z) = Z - G S,                                                   (2)
///               S K + K S = G^T Z - Z^T G,   K = G^T G.                           (3)
///
///             With K = V diag(k) V^T and C the right-hand side of (3) in the basis V,
///             the solution there is S_ij = C_ij / (k_i + k_j).
///
/// Retraction  R_G(U) = G + U. Straight horizontal lines are geodesics while they keep rank
///             r; the quotient is neither curvature-free nor complete.
///
/// Cost        O(d r), and for project O(d r^2 + r^3).
///
/// Reference   G. Meyer, S. Bonnabel, R. Sepulchre, "Regression on fixed-rank positive
///             semidefinite matrices: a Riemannian approach", JMLR 12 (2011), section 6.1.
#pragma once

#include "mahala/geometry/manifold.hpp"

namespace mahala {

class PsdFlat {
 public:
  using Point = Matrix;    ///< G, d x r, full column rank
  using Tangent = Matrix;  ///< U, d x r, horizontal in the sense of (1)

  PsdFlat(Index dim, Index rank);  ///< Error unless 1 <= rank <= dim

  double inner(const Point&, const Tangent& u, const Tangent& v) const {
    return u.cwiseProduct(v).sum();
  }

  Matrix factor(const Point& g) const { return g; }

  /// 2 E G. A function of W alone has a horizontal derivative already.
  Tangent gradient(const Point&, const Matrix& eg) const { return 2 * eg; }

  Tangent project(const Point& g, const Matrix& z) const;  ///< (2) and (3)
  Point retract(const Point& g, const Tangent& u) const { return g + u; }
  Tangent transport(const Point&, const Point& to, const Tangent& u) const {
    return project(to, u);
  }
  double distance_moved(const Point& g, const Point& to) const { return relative_change(g, to); }

  Point random_point(Rng& rng) const;                      ///< entries N(0, 1/d)
  Tangent random_tangent(const Point& g, Rng& rng) const;  ///< unit length

 private:
  Index dim_, rank_;
};

static_assert(Manifold<PsdFlat>);

}  // namespace mahala
