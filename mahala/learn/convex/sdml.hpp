/// @file
/// SDML: a sparse metric near a prior from pairs that are alike or not, by a graphical lasso.
///
///   minimise  f(M) = tr(S M) - logdet M + sparsity sum_{i != j} |M_ij|     over M > 0
///   S = W0^-1 + balance sum_k y_k v_k (x_i - x_j)(x_i - x_j)^T
///
/// over pairs k = (i, j) of weights v, y = 1 for pairs that are alike (<=) and -1 for others (>=);
/// their values do not matter, pairs "=" are refused. tr(W0^-1 M) - logdet M is the LogDet
/// divergence from the prior W0, up to a constant. Without a penalty M = S^-1.
///
/// Balance     f has no least value unless S is positive definite, or nearly. Relative to the prior
///             the smallest eigenvalue of S is 1 - balance / largest: a balance of 0 takes half of
///             the largest, and one that leaves less than a thousandth is replaced by that, which
///             the message says. Where pairs allow any balance, their part and the prior's count
///             alike.
/// Prior       as in learn/closed_form/metric_prior.hpp; directions in which it is singular count
///             as much as others do in the (geometric) mean.
/// Solver      optimize/logdet/graphical_lasso.hpp.
/// Cost        n d^2 + d^3, and that solver's; forms d x d matrices; sparse samples are filled in.
/// Objective   f; certificate: the duality gap.
///
/// Reference   Qi, Tang, Zha, Chua, Zhang, "An efficient sparse metric learning in high-dimensional
///             space via l1-penalized log-determinant regularization", ICML (2009).
/// Differs     the penalty is on entries off the diagonal, as in metric-learn.
#pragma once

#include "mahala/learn/closed_form/metric_prior.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/optimize/logdet/graphical_lasso.hpp"

namespace mahala {

struct SdmlOptions {
  double balance = 0;      ///< of pairs against the prior; >= 0, 0 = half the largest possible
  double sparsity = 0.01;  ///< >= 0
  MetricPrior prior = MetricPrior::identity;
  std::string prior_file = {};  ///< a symmetric matrix, in place of `prior`; "" = none
  GraphicalLassoOptions solver = {};
};

Options describe(SdmlOptions& options);

/// W0.
Model sdml_prior(const Dataset& data, const SdmlOptions& options, const Run& run);

/// Error if a pair is a measured distance (=) or with the origin.
Fit sdml(const Dataset& data, const Pairs& pairs, const SdmlOptions& options = {},
         const Run& run = {});

}  // namespace mahala
