/// @file
/// Positive semidefinite d x d matrices of rank r as a subspace and a stretching inside it.
///
///   S+(r, d) = { W = U B U^T : U^T U = I,  B = R R^T > 0, r x r }
///
/// (U, B) and (U O, O^T B O) are the same point for every orthogonal O. R is any factor of B:
/// it is not symmetric after a step, and W depends on R R^T alone.
///
/// Metric      1/lambda <xi_U, zeta_U> + 1/(1 - lambda) tr(S_xi S_zeta),   0 < lambda < 1,
///             where xi_U is normal to U and the change of B is R S R^T with S symmetric
///             (affine-invariant; geometry/psd_polar_log.hpp has the logarithmic ones).
///
/// Gradient    xi_U = 2 lambda (I - U U^T) E U B = 2 lambda (I - U U^T)(E G) R^T,
///             S = (1 - lambda) K,  K = R^T U^T E U R = G^T E G,   G = U R.
///             Its squared length lambda |2 (I - U U^T) E U B|^2 + (1 - lambda) |K|^2 is finite
///             for lambda = 0 (the subspace is fixed) and 1 (only the subspace moves) as well.
///
/// Retraction  U as in geometry/frame.hpp, R <- R exp(S / 2), both from the old point.
///
/// lambda divides the work between turning and stretching; it changes speed, not optima.
/// Scaling W and the targets alike scales the iterates alike, which the flat geometry lacks.
///
/// Cost        O(d r^2 + r^3).
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), equations (15) to (21); Bonnabel,
///             Meyer, Sepulchre, "Adaptive filtering for estimation of a low-rank positive
///             semidefinite matrix", MTNS 2010.
/// Differs     (20) and (21) print R^2 and R where R R^T and R^T are meant.
#pragma once

#include "mahala/geometry/log_change.hpp"
#include "mahala/geometry/polar_geometry.hpp"

namespace mahala {

/// How B moves.
///
///   exp            the geodesic                       B+ = R exp(S) R^T
///   first          straight                           B+ = R (I + S) R^T, NaN if indefinite
///   first_or_exp   straight where that is definite, else the geodesic
enum class PolarCore { exp, first, first_or_exp };

class PsdPolar : public PolarGeometry<PsdPolar> {
 public:
  // The core of a point is R, of a tangent vector S.

  struct Settings {
    double lambda = 0.5;                               ///< in [0, 1]
    FrameRetraction retraction = FrameRetraction::uf;  ///< of U
    PolarCore core = PolarCore::exp;                   ///< of B
    bool symmetric_root = false;  ///< store B^{1/2} as R after every step: the (U, B) form
  };

  /// Error unless 1 <= rank <= dim and 0 <= lambda <= 1.
  PsdPolar(Index dim, Index rank, const Settings& settings);

  Matrix factor(const Point& p) const { return p.u * p.r; }
  Tangent gradient(const Point& p, const Matrix& eg) const;
  double inner(const Point& p, const Tangent& a, const Tangent& b) const;

  /// Of B; 0 for straight steps.
  double log_change(const Point&, const Tangent& xi) const {
    return settings_.core == PolarCore::first ? 0 : mahala::log_change(xi.r);
  }

  /// The S of the gradient, r x r, from K = G^T E G: gradient without the subspace.
  Matrix core_gradient(const Matrix&, const Matrix& k) const { return weights_.stretching() * k; }

  /// R after the change S, r x r: retract without the subspace.
  Matrix retract_core(const Matrix& r, const Matrix& s) const;

  Point random_point(Rng& rng) const;

  /// A rank-one K moves R by a rank-one matrix, in closed form.
  bool has_rank_one_step() const {
    return settings_.core == PolarCore::exp && !settings_.symmetric_root;
  }

 private:
  Matrix moved_core(const Matrix& r, const Matrix& s) const;  ///< any R of the new B

  Settings settings_;
};

static_assert(Manifold<PsdPolar>);

/// U and R of W = G G^T with R symmetric: G = Z S V^T, U = Z V^T, R = V S V^T.
FrameAndCore polar_from_factor(const Matrix& g);

}  // namespace mahala
