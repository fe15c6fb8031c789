/// @file
/// Regression on squared distances in the polar geometry, with trials that do not touch the
/// dimension.
///
/// With Z = U^T X and Q = xi^T X projected once (xi a change of U, S one of the core: those of the
/// gradient, or of any direction), the point of step s is
///
///   U+ = U a - s xi c,   a and c from s^2 xi^T xi alone (frame_turn),   R+ = R exp(-s S / 2),
///   G+^T X = R+^T (a^T Z - s c^T Q).
///
/// Preconditioners of the flat geometry (preconditioner.hpp) serve here as well: a tangent vector
/// (xi, S) is the Riesz representative of the slope D along factors G = U R, and what P makes of D
/// is a change of G, hence of W = G G^T, which one tangent vector has,
///
///   D = xi R^{-T} / lambda + 2 / (1 - lambda) U R^{-T} S,      H = P(D),
///   xi+ = (I - U U^T) H R^{-1},      S+ = A + A^T,  A = R^{-1} U^T H.
///
/// As P is symmetric and positive definite, so is the whole in the metric of the geometry, also
/// with
///
///   R^T (R R^T + 1e-4 tr(R R^T)/r I)^{-1}      in the place of R^{-1},
///
/// which stands here: along directions that R nearly lacks, P asks for changes of B that no step
/// could follow. It needs 0 < lambda < 1.
///
/// A pull to the start (start_pull.hpp) is known from G+^T G+ = R+^T R+ and G0^T U+, r x r each.
///
/// Cost per iteration: 6 n d r (6 nnz r) + O(m r + d r^2), and O(n r^2 + m r + r^3) a trial. For
/// kernel pairs, X = I, that is O(m r + n r^2).
#pragma once

#include "mahala/data/samples/projector.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/optimize/descent/descent.hpp"
#include "mahala/optimize/descent/line_search.hpp"
#include "mahala/optimize/regression/pair_graph.hpp"
#include "mahala/optimize/regression/preconditioner.hpp"
#include "mahala/optimize/regression/start_pull.hpp"

namespace mahala {

class PolarPairRegression {
 public:
  using Direction = FrameAndCore;
  static constexpr Index most_trials = 1;

  /// Keeps a reference to x.
  PolarPairRegression(const Samples& x, const Pairs& pairs, FrameAndCore start, PsdPolar manifold,
                      Preconditioning preconditioning = Preconditioning::none, Loss loss = {},
                      StartPull pull = {});

  const FrameAndCore& point() const { return point_; }
  Matrix factor() const { return manifold_.factor(point_); }

  double value() const { return value_; }
  double gradient_norm();
  void aim() { aim(gradient_); }
  void trials(std::span<const double> steps, std::span<double> values);
  double move(double step, double value);  ///< the step must be the one tried last

  // Beyond steepest descent (optimize/descent/solve.hpp).

  const FrameAndCore& gradient() const { return gradient_; }
  double inner(const FrameAndCore& a, const FrameAndCore& b) const {
    return manifold_.inner(point_, a, b);
  }
  FrameAndCore carry(const FrameAndCore& a) const {
    return manifold_.transport(point_, point_, a);  // depends on where it goes alone
  }
  void settle();
  void precondition(const FrameAndCore& a, FrameAndCore& out);
  void aim(const FrameAndCore& h);
  StepTrial best_step(double guess, double slope) {
    return parabolic_step(*this, guess, slope, furthest_step(rates_.cwiseAbs().maxCoeff()));
  }
  double last_step() const { return last_step_; }

  void keep(Archive& archive);  ///< as PairRegression's

 private:
  void project(const Matrix& a, Matrix& out);  ///< a^T X, padded
  void project_point();                        ///< z_ and g_ from the point
  double pull_of_trial(double step) const;     ///< with turn_ and trial_r_ of that step

  Projector x_;
  PairGraph graph_;
  PsdPolar manifold_;
  StartPull pull_;
  Preconditioner preconditioner_;
  Matrix inverse_core_;  ///< R^{-1}, damped, where it is preconditioned
  FrameAndCore point_, gradient_, direction_;
  FrameRay ray_;             ///< along xi
  Vector rates_;             ///< S = Q diag(rates) Q^T, decomposed once an iteration
  Matrix rotation_;          ///< Q
  Matrix z_, q_, g_, l_;     ///< U^T X, xi^T X, G^T X, G^T X L(w); padded r x ends
  Matrix pull_u_, pull_xi_;  ///< G0^T U and G0^T xi, where there is a pull
  FrameTurn turn_;           ///< of the last trial
  Matrix trial_r_;           ///< R+ of it
  Matrix trial_;             ///< G+^T X of it
  double value_ = 0, last_step_ = 0;
  Index moves_ = 0;
};

static_assert(RayObjective<PolarPairRegression>);

}  // namespace mahala
