/// @file
/// Information-theoretic metric learning: the metric nearest to a prior, in LogDet divergence,
/// whose distances keep given bounds.
///
///   minimise  D(W, W0) + sum_k gamma_k slack_k,    D(W, W0) = tr(W W0^-1) - logdet(W W0^-1) - d
///
///   v_k^T W v_k <= b_k (similar) or >= b_k (dissimilar),   v_k = x_i - x_j
///
/// Triplets ask d^2(query, near) + margin <= d^2(query, far) instead, forms tr(W A) <= b (or >=, =)
/// for symmetric matrices A and b of any sign (learn/form_points.hpp).
///
/// Prior       the identity, the inverse covariance, a matrix in a file, or a model (Run::start).
///             A singular one keeps its range.
/// Cost        4 d^2 a projection, some 20 passes at gamma = 1 (optimize/logdet/logdet_solve.hpp).
/// Objective   D + slack; certificate: the relative duality gap.
///
/// Reference   Jain, Kulis, Davis, Dhillon, "Metric and kernel learning using a linear
///             transformation", JMLR 13 (2012), sections 3.1 to 3.4; Davis, Kulis, Jain, Sra,
///             Dhillon, "Information-theoretic metric learning", ICML 2007.
#pragma once

#include "mahala/learn/bregman/logdet_learning.hpp"
#include "mahala/learn/closed_form/metric_prior.hpp"

namespace mahala {

struct ItmlOptions {
  MetricPrior prior = MetricPrior::identity;
  std::string prior_file = {};  ///< a symmetric matrix, in place of `prior`; "" = none
  double margin = 1;            ///< of triplets; >= 0
  LogDetLearning learning = {};
};

Options describe(ItmlOptions& options);

/// W0.
Model itml_prior(const Dataset& data, const ItmlOptions& options, const Run& run);

/// `constraints` are Pairs, Triplets or Forms.
Fit itml(const Dataset& data, const Constraints& constraints, const ItmlOptions& options = {},
         const Run& run = {});

}  // namespace mahala
