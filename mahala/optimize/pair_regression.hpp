/// @file
/// Regression on squared distances in the flat geometry, W = G G^T.
///
///   f(G) = 1/(2m) sum_k weight_k e_k^2,      e_k the gated residual of pair k,
///   grad f = 2 E G = 2 X (Z L(w))^T,         Z = G^T X,  w_k = weight_k e_k / m.
///
/// Along G - s D with D = grad f every prediction is a parabola in s (PairGraph::Ray), so
/// a trial costs O(m) and X enters an iteration twice: Q = D^T X and X (Z L)^T. The
/// projection follows for free, Z <- Z - s Q; it is formed anew every 100 steps, before
/// rounding adds up.
///
/// Cost per iteration: 4 n d r (4 nnz r for sparse samples) + O(m r).
#pragma once

#include "mahala/optimize/descent.hpp"
#include "mahala/optimize/pair_graph.hpp"

namespace mahala {

class PairRegression {
 public:
  static constexpr Index most_trials = kernels::most_steps;

  /// Keeps a reference to x.
  PairRegression(const Samples& x, const Pairs& pairs, Matrix start);

  const Matrix& factor() const { return g_; }    ///< G
  const Matrix& gradient() const { return d_; }  ///< D, after gradient_norm()

  double value() const { return value_; }
  double gradient_norm();
  void aim();
  void trials(std::span<const double> steps, std::span<double> values) const;
  double move(double step, double value);

 private:
  void project(const Matrix& a, Matrix& out) const;  ///< a^T X, padded

  const Samples& x_;
  PairGraph graph_;
  Matrix g_, d_;      ///< G and D, d x r
  Matrix z_, q_, l_;  ///< G^T X, D^T X, Z L(w); padded r x n
  PairGraph::Ray ray_;
  double value_ = 0;
  Index moves_ = 0;
};

static_assert(RayObjective<PairRegression>);

}  // namespace mahala
