/// @file
/// A metric of low rank from pairs of neighbours, or from pairs in units of their distances.
///
/// Few principal axes hold little of what tells classes apart, and neighbours among them are poor
/// ones to learn from. So a metric of many directions is learned first, L on z = A^T x; where its
/// leading principal axes V are, that of low rank starts: G = A L H with H from V on.
#pragma once

#include "mahala/data/dataset.hpp"
#include "mahala/learn/riemannian/solver_options.hpp"
#include "mahala/learn/start.hpp"

namespace mahala {

/// Is a low rank asked for, from principal axes that learning in rounds would stay among?
bool learns_wide(const Dataset& data, const StartOptions& from, const SolverOptions& options,
                 const Run& run);

/// Rounds by `solve` in many directions, then in `rank` of them; the pairs are drawn anew in each
/// metric where they can be.
Fit wide_rounds(const Dataset& data, const Pairs& pairs, Index rank, const SolverOptions& options,
                const Run& run, const RoundSolver& solve);

}  // namespace mahala
