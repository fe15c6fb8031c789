/// @file
/// One bound of a LogDet problem, and the exact step that satisfies it.
///
///   minimise  D(A, A0) + sum_k slack_k     over positive semidefinite A,
///   D(A, A0) = tr(A A0^-1) - logdet(A A0^-1) - dim
///
/// where bound k asks  p_k + c_k <= b_k  (or >=, or =),  p_k = v_k^T A v_k, c_k >= 0 a constant.
/// With excess e = p + c - b, counted where the bound is broken, the slack is one of
///
///   logdet      gamma (r - log r - 1),  r = (p + c) / b      b > 0
///   hinge       gamma |e|
///   quadratic   gamma e^2 / 2
///   von_neumann gamma (xi log(xi / b) - xi + b),  xi = p + c   b > 0
///
/// and gamma = infinity makes the bound hard. The weight w_k of a bound is its multiplier with
/// the sign of its direction: w >= 0 for "at most", w <= 0 for "at least", any for "equal". Then
///
///   A(w) = (A0^-1 + sum_k w_k v_k v_k^T)^-1,      xi = 1 / (1/b - w/gamma)   (logdet)
///                                                  xi = b e^{w/gamma}         (von_neumann)
///
/// and xi is the bound that is met at the optimum. A step on bound k takes a from w:
///
///   A <- A + beta u u^T,   u = A v,   beta = a / (1 - a p),   1/p <- 1/p - a
///
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), Algorithm 1.
#pragma once

#include <limits>
#include <vector>

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

enum class Slack { logdet, hinge, quadratic, von_neumann };

struct LogDetBound {
  Relation relation = Relation::at_most;
  double bound = 1;   ///< b
  double gamma = 1;   ///< > 0; infinity = hard
  double offset = 0;  ///< c

  bool hard() const { return gamma == std::numeric_limits<double>::infinity(); }
  /// +1 where large distances break it, -1 where small ones do.
  double sign() const { return relation == Relation::at_least ? -1 : 1; }
};

using LogDetBounds = std::vector<LogDetBound>;

/// Error naming the bound unless all numbers are in their ranges.
void check(const LogDetBounds& bounds, Slack slack);

/// The bound that is met at weight w.
double met_bound(const LogDetBound& bound, Slack slack, double weight);

/// What is taken from the weight so that the bound is met, or as far as its range allows; 0: the
/// bound is satisfied and inactive. p > 0. Infinite if no A at all satisfies a hard bound.
double step_of(const LogDetBound& bound, Slack slack, double weight, double p);

/// True if distance p breaks the bound.
bool is_broken(const LogDetBound& bound, double p);

/// The slack paid at distance p; 0 for hard bounds.
double penalty(const LogDetBound& bound, Slack slack, double p);

/// The part of the dual that is the bound's own: w c minus the conjugate of its slack.
double dual_term(const LogDetBound& bound, Slack slack, double weight);

/// Its part of the duality gap of A(w), >= 0; for a hard bound |w (p + c - b)|.
double gap_term(const LogDetBound& bound, Slack slack, double weight, double p);

/// Minus the second derivative of dual_term.
double dual_curvature(const LogDetBound& bound, Slack slack, double weight);

}  // namespace mahala
