/// @file
/// Few observations before many: what a thousand pairs can tell is learned from them, and the next
/// stage, with four times as many, starts from there.
///
///   m_0 = max(2000, 8 d r) pairs of a random order, solved until |g| <= |g_0| / 100 or three steps
///   each lower f by less than a hundredth of it; then 4 m_0, 16 m_0, ... and in the end all.
///
/// Stages work on the samples their pairs touch, and are left out where those are more than half
/// of all, since a pass then costs no less.
#pragma once

#include <functional>

#include "mahala/optimize/descent/solve.hpp"
#include "mahala/optimize/regression/pair_regression.hpp"

namespace mahala {

/// Minimises over the given problem from `start`, with what stopping rules it is given.
using StageSolver =
    std::function<Descent(PairRegression& objective, const SolveOptions& options, const Run& run)>;

/// The factor to begin with on all pairs: `start` itself if there are too few of them for stages.
/// A run that is asked to stop ends the stage it is in, and says so in `stopped`.
Matrix grown_start(const Samples& x, const Pairs& pairs, Matrix start,
                   Preconditioning preconditioning, const Loss& loss, const StageSolver& solver,
                   const Run& run, bool& stopped);

}  // namespace mahala
