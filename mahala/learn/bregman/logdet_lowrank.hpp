/// @file
/// A rank-r kernel over n samples nearest to one of rank r, in LogDet divergence, whose distances
/// keep given bounds. The divergence is finite only between kernels of the same range, so that
///
///   K0 = G0 G0^T,   K = G0 B B^T G0^T,   G0 n x r, B r x r
///
/// and learning is ITML (learn/bregman/itml.hpp) in the r coordinates G0 with prior I: W_r = B B^T.
///
/// Start       the r leading components of a kernel of the samples, or a model of them.
/// Cost        n^2 d + n^3 for the start, then 4 r^2 a projection whatever n is.
/// Objective   D + slack; certificate: the relative duality gap.
///
/// The model places these n samples and has no map for others.
///
/// Reference   Kulis, Sustik, Dhillon, "Low-rank kernel learning with Bregman matrix
///             divergences", JMLR 10 (2009).
#pragma once

#include "mahala/kernel/kernel.hpp"
#include "mahala/learn/bregman/logdet_learning.hpp"

namespace mahala {

struct LogDetLowRankOptions {
  Index rank = 0;      ///< r; 0 = 10, or the number of samples if that is less
  bool centre = true;  ///< the kernel of samples moved to their mean
  KernelOptions kernel = {};
  LogDetLearning learning = {};
};

Options describe(LogDetLowRankOptions& options);

/// G0.
Model logdet_lowrank_prior(const Dataset& data, const LogDetLowRankOptions& options,
                           const Run& run);

Fit logdet_lowrank(const Dataset& data, const Pairs& pairs,
                   const LogDetLowRankOptions& options = {}, const Run& run = {});

}  // namespace mahala
