/// @file
/// The dual of a LogDet problem (optimize/logdet/logdet_bound.hpp) and how far a point is from
/// optimal.
///
///   g(w)           = logdet(I + A0 C) + sum_k dual_term_k(w_k),      C = sum_k w_k v_k v_k^T
///   dg/dw_k        = p_k + c_k - met_bound_k
///   -d2g/dw_k dw_l = (v_k^T A v_l)^2 + [k = l] dual_curvature_k
///
/// The gap F(A(w)) - g(w) is a sum over the bounds that needs nothing but the p_k.
#pragma once

#include "mahala/core/linalg/archive.hpp"
#include "mahala/optimize/logdet/logdet_bound.hpp"

namespace mahala {

/// Where a point stands.
struct LogDetStanding {
  double dual = 0;
  double gap = 0;        ///< primal - dual of soft bounds, sum |w (p + c - b)| of hard ones
  double violation = 0;  ///< largest (p + c - b) / b of a broken hard bound
  double primal() const { return dual + gap; }
  void keep(Archive& archive) {
    archive("dual", dual);
    archive("gap", gap);
    archive("violation", violation);
  }
  /// The larger of gap / (1 + |dual|) and violation.
  double residual() const;
};

/// `distances` are p at A(w), `log_det` is logdet(I + A0 C).
LogDetStanding standing(const LogDetBounds& bounds, Slack slack, const Vector& weights,
                        const Vector& distances, double log_det);

/// The gradient of the dual with respect to w.
Vector dual_gradient(const LogDetBounds& bounds, Slack slack, const Vector& weights,
                     const Vector& distances);

/// Minus its Hessian; `gram` holds v_k^T A(w) v_l.
Matrix dual_hessian(const LogDetBounds& bounds, Slack slack, const Vector& weights,
                    const Matrix& gram);

}  // namespace mahala
