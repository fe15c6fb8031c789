/// @file
/// Few dimensions for samples of a kernel, by constraints (semi-supervised inductive kernel
/// dimensionality reduction):
///
///   minimise  tau tr(W) + |W|_F^2 / 2 + sum_k slack_k      W positive semidefinite
///
/// whose solution has only as many dimensions as bounds need at the price tau: W keeps what
/// exceeds tau of the eigenvalues of -sum_k w_k v_k v_k^T. New samples are embedded by x -> E k(x).
/// tau is given as a share of the largest of these eigenvalues for tau = 0.
///
/// Rank        with a rank asked for, its leading directions are kept (reduce = truncate), or tau
///             is raised until no more are left (reduce = bisect: doubled, then bisected 8 times).
/// Cost        m r^2 + O(r^3) a product, some ten products a Newton step, r = d or rank of K0.
/// Objective   trace + squares + slack; certificate: the relative duality gap.
///
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), section 5.4, with the corrections of
///             docs/learners/ssikdr.md.
#pragma once

#include "mahala/learn/bregman/spectral_learning.hpp"

namespace mahala {

enum class RankReduction { truncate, bisect };

template <>
inline constexpr std::array<std::string_view, 2> names_of<RankReduction> = {"truncate", "bisect"};

struct SsikdrOptions {
  Index rank = 0;     ///< the most dimensions; 0 = as many as tau leaves
  double tau = 0.05;  ///< share of the largest eigenvalue; in [0, 1]
  RankReduction reduce = RankReduction::truncate;
  SpectralLearning learning = {};
};

Options describe(SsikdrOptions& options);

/// K0.
Model ssikdr_prior(const Dataset& data, const SsikdrOptions& options, const Run& run);

Fit ssikdr(const Dataset& data, const Pairs& pairs, const SsikdrOptions& options = {},
           const Run& run = {});

}  // namespace mahala
