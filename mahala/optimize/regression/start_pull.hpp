/// @file
/// A pull of the metric W = G G^T to the one learning starts from.
///
///   pull(G) = mu/4 |G G^T - G0 G0^T|_F^2,     grad = mu (G G^T - G0 G0^T) G.
///
/// A few pairs leave many metrics without loss, most of them bad ones; the pull picks one near the
/// start. All of it is told by products of d x r matrices, O(d r^2), whatever the number of pairs,
/// and along a ray G - s H it is a quartic in s, as squared residuals of pairs are.
#pragma once

#include "mahala/core/types.hpp"
#include "mahala/optimize/descent/line_search.hpp"

namespace mahala {

class StartPull {
 public:
  StartPull() = default;  ///< none
  StartPull(double mu, Matrix start);

  double strength() const { return mu_; }  ///< mu

  double value(const Matrix& g) const;

  /// The same where only G^T G and G0^T G are known.
  double value(const Matrix& gram, const Matrix& with_start) const;

  const Matrix& start() const { return g0_; }

  /// out += scale (G G^T - G0 G0^T) M: mu is the gradient's scale with M = G, mu / 2 that of the
  /// slope E = d pull / dW.
  void add_change(double scale, const Matrix& g, const Matrix& m, Matrix& out) const;

  void add_gradient(const Matrix& g, Matrix& out) const { add_change(mu_, g, g, out); }

  /// out += the Hessian's product with H, or that of its Gauss-Newton part.
  void add_curvature(const Matrix& g, const Matrix& h, bool gauss_newton, Matrix& out) const;

  /// pull(G - s H) by powers of s.
  Quartic along(const Matrix& g, const Matrix& h) const;

 private:
  double mu_ = 0;
  Matrix g0_;
  double start_square_ = 0;  ///< |G0 G0^T|_F^2
};

}  // namespace mahala
