/// @file
/// The metric nearest to the Euclidean one in von Neumann divergence that keeps bounds on
/// distances:
///
///   minimise  tr(W log W - W + I) + sum_k slack_k      W positive semidefinite, d x d
///
/// In contrast to LogDet (learn/bregman/itml.hpp) W may become singular, and eigenvalues are
/// exponential in what is asked of them: W = exp(-sum_k w_k v_k v_k^T). Over a kernel it gives K =
/// K0 + K0 S K0 (learn/bregman/spectral_learning.hpp).
///
/// Cost        m r^2 + O(r^3) a product, some ten products a Newton step, r = d or rank of K0.
/// Objective   divergence + slack; certificate: the relative duality gap.
///
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), section 5.1, whose gradient has the
///             wrong sign.
#pragma once

#include "mahala/learn/bregman/spectral_learning.hpp"

namespace mahala {

struct VonNeumannOptions {
  SpectralLearning learning = {.slack = SpectralSlack::logdet};
};

Options describe(VonNeumannOptions& options);

/// K0.
Model von_neumann_prior(const Dataset& data, const VonNeumannOptions& options, const Run& run);

Fit von_neumann(const Dataset& data, const Pairs& pairs, const VonNeumannOptions& options = {},
                const Run& run = {});

}  // namespace mahala
