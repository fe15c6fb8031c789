/// @file
/// LogDet problems with bounds on sums of squared distances with signs:
///
///   tr(C_k A) = sum_s sign_s v_s^T A v_s <= b_k,    b_k of any sign
///
/// as "i is nearer to j than to l by a margin": d(i,j) - d(i,l) <= -margin. Slack is hinge or
/// quadratic, or none; logdet slack has no meaning for a bound below 0.
///
/// With V = [v_s], M = V^T A V and mu the eigenvalues of M^{1/2} diag(sign) M^{1/2}, adding t to
/// the weight of a bound gives
///
///   tr(C A(t)) = sum_s mu_s / (1 + t mu_s),        1 + t mu_s > 0,
///   A(t) = A - t U diag(sign) (I + t M diag(sign))^-1 U^T,   U = A V
///
/// which falls in t, so that the exact step is the one root of a decreasing function.
///
/// Cost        2 s d^2 + O(s^2 d) a projection.
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), section 3.4.
#pragma once

#include "mahala/optimize/logdet/logdet_space.hpp"

namespace mahala {

/// sign * |v|^2 for the difference v of two points.
struct SignedDifference {
  Ends ends = {};
  double sign = 1;  ///< any number; not 0
};

using LinearTerms = std::vector<SignedDifference>;

/// The step t >= -weight that meets sum mu / (1 + t mu) = bound, or goes as far as the slack
/// allows. Infinite if a hard bound cannot be met.
double linear_step(const Vector& mu, const LogDetBound& bound, Slack slack, double weight);

/// A0 = I; bound k asks that terms[k] add up to at most its number.
class LinearSpace final : public CoordinateSpace {
 public:
  LinearSpace(const Matrix& points, std::vector<LinearTerms> terms);

  void pass(std::span<const Index> order, const LogDetBounds& bounds, Slack slack, Vector& weights,
            PassTally& tally) override;
  double refresh(const Vector& weights) override;
  Vector distances() const override;  ///< tr(C_k A)

 private:
  void project(Index k, const LogDetBound& bound, Slack slack, double& weight, PassTally& tally);

  std::vector<LinearTerms> terms_;
  std::vector<Index> begin_;  ///< of the terms of bound k among ends_
  Matrix v_, u_;
};

}  // namespace mahala
