/// @file
/// LogDet problems with logdet slack for a whole range of gamma, by Newton's method on the primal
/// along the path of gamma: where projections need thousands of passes (large gamma, high
/// accuracy) it needs a few steps.
///
///   F(A) = D(A, I) + sum over broken bounds of gamma (r - log r - 1),   r = (v^T A v + c) / b
///
/// With A = L L^T, y = L^T v and G = L^T (grad F) L a step is A + t L E L^T where
///
///   E + sum_broken q_k (y_k^T E y_k) y_k y_k^T = -G,      q_k = gamma_k / (p_k + c_k)^2
///
/// solved in whichever is smaller, the number of broken bounds or d (d + 1) / 2. The solution at
/// one gamma starts the next, at most sqrt(10) times larger: without that it needs hundreds of
/// damped steps.
///
/// Reference   section 3.3 of Jain, Kulis, Davis, Dhillon, JMLR 13 (2012) poses the problem; the
///             method is ours.
#pragma once

#include "mahala/optimize/logdet/logdet_sweeps.hpp"

namespace mahala {

/// The solution at one gamma.
struct PathPoint {
  Matrix a = {};
  LogDetOutcome outcome = {};  ///< its weights and standing; iterations include the way there
};

/// Solves for gamma_k times each of `scales`, ascending. All bounds soft, slack logdet; Error
/// otherwise.
std::vector<PathPoint> follow_path(const Differences& differences, const LogDetBounds& bounds,
                                   std::span<const double> scales, const SweepOptions& options,
                                   const Run& run = {});

}  // namespace mahala
