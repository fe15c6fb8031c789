/// @file
/// Relevant component analysis: the inverse covariance inside chunklets, groups of samples known
/// to be alike.
///
///   C = 1/n sum_i (x_i - m_c(i))(x_i - m_c(i))^T,    C <- (1 - a) C + a tr(C)/d I,    W = C^-1
///
/// over the n samples that belong to a chunklet of at least two. Chunklets are the classes, or the
/// samples that given pairs "<=" join, directly or through others; pairs ">=" say nothing of
/// chunklets, and pairs "=" are refused. With rank r only the r directions are kept in which the
/// variance of these samples is largest relative to that inside chunklets. Of classes, a share of
/// the identity that votes choose is added to W (learn/identity_share.hpp).
///
/// Cost        O(n d^2 + d^3); forms d x d matrices.
/// Objective   minus the log-determinant of W on its range, which is that of C if r = d.
///
/// Reference   Bar-Hillel, Hertz, Shental, Weinshall, "Learning a Mahalanobis metric from
///             equivalence constraints", JMLR 6 (2005).
/// Differs     a shrinkage (Ledoit and Wolf) where the paper assumes C to be invertible.
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

struct RcaOptions {
  Index rank = 0;         ///< 0 = all directions
  double shrinkage = -1;  ///< a in [0, 1]; -1 = Ledoit-Wolf
  double identity = -1;   ///< share of the identity; -1 = chosen, 0 of pairs or if a rank is given
};

Options describe(RcaOptions& options);

Model rca_prior(const Dataset& data, const RcaOptions& options, const Run& run);

/// `constraints` are Nothing (labels are used) or Pairs.
Fit rca(const Dataset& data, const Constraints& constraints, const RcaOptions& options = {},
        const Run& run = {});

}  // namespace mahala
