/// @file
/// Regression on squared distances in the flat geometry, W = G G^T.
///
///   f(G) = 1/m sum_k weight_k phi(e_k),      e_k the gated residual of pair k (optimize/loss.hpp),
///   grad f = 2 E G = 2 X (Z L(w))^T,         Z = G^T X,  w_k = weight_k phi'(e_k) / m.
///
/// Along G - s H every prediction is a parabola in s (PairGraph::Ray), so a trial costs O(m), the
/// best step for squared losses is the root of a cubic (line_search.hpp), and X enters an iteration
/// twice: Q = H^T X and X (Z L)^T. The projection follows for free, Z <- Z - s Q; it is formed anew
/// every 30 steps and after a step longer than G, before rounding adds up.
///
/// A pull to the start (start_pull.hpp) may be added to f: to the gradient, to the quartic along a
/// ray and to what the preconditioner divides by.
///
/// Cost per iteration: 4 n d r (4 nnz r for sparse samples) + O(m r), and that of preconditioning.
/// Iterations work in memory taken by the first of them.
#pragma once

#include "mahala/data/samples/projector.hpp"
#include "mahala/optimize/descent/descent.hpp"
#include "mahala/optimize/regression/pair_graph.hpp"
#include "mahala/optimize/regression/preconditioner.hpp"
#include "mahala/optimize/regression/start_pull.hpp"

namespace mahala {

class PairRegression {
 public:
  using Direction = Matrix;
  static constexpr Index most_trials = kernels::most_steps;

  /// Keeps a reference to x.
  PairRegression(const Samples& x, const Pairs& pairs, Matrix start,
                 Preconditioning preconditioning = Preconditioning::none, Loss loss = {},
                 StartPull pull = {});

  Index size() const { return graph_.size(); }   ///< m
  const Matrix& factor() const { return g_; }    ///< G
  const Matrix& gradient() const { return d_; }  ///< D = grad f, after gradient_norm()

  double value() const { return value_; }
  double gradient_norm();
  void aim() { aim(d_); }
  void trials(std::span<const double> steps, std::span<double> values) const;
  double move(double step, double value);

  // Beyond steepest descent (optimize/descent/solve.hpp).

  /// G <- c G with the c > 0 that lowers f most, if one does (PairGraph::best_multiple). Solvers
  /// that measure their progress by the first gradient need a start of about the right size, and
  /// one that is pulled to has it.
  void resize();

  double inner(const Matrix& a, const Matrix& b) const { return a.cwiseProduct(b).sum(); }
  const Matrix& carry(const Matrix& a) const { return a; }  ///< the space of all G is flat
  void settle() { preconditioner_.place(g_, z_); }
  void precondition(const Matrix& a, Matrix& out) { preconditioner_.apply(a, out); }

  void aim(const Matrix& h);                        ///< the ray G - s H
  StepTrial best_step(double guess, double slope);  ///< its lowest point; hardly needs a guess

  /// out = the Hessian's product with H, or that of its Gauss-Newton part. Loses the ray aimed at.
  void curvature(const Matrix& h, bool gauss_newton, Matrix& out);

  double last_step() const { return last_step_; }

  /// What steps depend on beside the samples and the pairs; the projection is moved by steps, so
  /// that forming it anew would give other bits.
  void keep(Archive& archive);

 private:
  void project(const Matrix& a, Matrix& out);            ///< a^T X, padded
  void back_project(const Matrix& padded, Matrix& out);  ///< 2 X padded^T

  Projector x_;
  PairGraph graph_;
  StartPull pull_;
  Preconditioner preconditioner_;
  Matrix g_, d_, h_;  ///< G, D and H, d x r
  Matrix z_;          ///< G^T X, padded r x n
  Matrix q_;          ///< likewise H^T X from aim to move, and Z L(w) while a gradient is formed
  Matrix curved_;     ///< the derivative of Z L(w); only where curvature is asked for
  PairGraph::Ray ray_;
  Quartic pull_along_ = {};  ///< the pull along the ray
  double value_ = 0, last_step_ = 0;
  Index moves_ = 0;
};

static_assert(RayObjective<PairRegression>);

}  // namespace mahala
