/// @file
/// Linear objectives over metrics, as of large-margin and relevant-component analysis, made
/// kernelisable by LogDet divergence:
///
///   minimise  sum_{similar (i,j)} pull weight_ij d_W(i,j) + g D(W, I) + sum_k slack_k
///
/// Pairs       similar pairs (<=) are pulled together whatever their bounds are, dissimilar ones
///             (>=) kept beyond theirs (with keep_bounds similar bounds hold as well); measured
///             distances (=) are bounds on both sides.
/// Triplets    query and near sample are pulled together, the far one kept farther than the near
///             one by a margin: large-margin nearest neighbours. Slack is hinge or quadratic.
/// Without bounds it is regularised relevant component analysis, W = (I + C / g)^-1 for
/// C = sum pull weight v v^T.
///
/// D(W, I) + tr(W C) / g is D(W, (I + C / g)^-1) up to a constant, so that learning is LogDet from
/// another prior with slack divided by g. As g falls the solution tends to one of the plain
/// semidefinite program, which LogDet is not needed for but to be unique and kernelisable.
///
/// Where samples have labels and nothing but their features is learned in, as much of the identity
/// is added to W as votes in folds choose (learn/identity_share.hpp).
///
/// Objective   D + slack / g from that prior; certificate: the relative duality gap.
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), section 5.3, whose problem (24) is
///             unbounded as printed.
#pragma once

#include "mahala/learn/bregman/spectral_learning.hpp"

namespace mahala {

struct SdpLogDetOptions {
  double regularisation = 1;  ///< g > 0
  double pull = 1;            ///< >= 0; what similar pairs pay for their distance, divided by m
  bool keep_bounds = false;   ///< similar pairs keep their bounds as well
  double margin = 1;          ///< of triplets; >= 0
  double identity = -1;       ///< share of the identity; -1 = chosen where there are labels, else 0
  SpectralLearning learning = {};
};

Options describe(SdpLogDetOptions& options);

/// K0.
Model sdp_logdet_prior(const Dataset& data, const SdpLogDetOptions& options, const Run& run);

Fit sdp_logdet(const Dataset& data, const Constraints& constraints,
               const SdpLogDetOptions& options = {}, const Run& run = {});

/// The W of  min tr(W C) + g D(W, I) + slack  of the problem's bounds, gamma not yet divided by g.
SpectralSolution solve_sdp_logdet(SpectralProblem problem, const Matrix& c, double g,
                                  const SpectralOptions& options, const Run& run = {});

}  // namespace mahala
