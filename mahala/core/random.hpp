/// @file
/// Explicitly seeded randomness; nothing in the library draws from a global.
///
/// The engine is the standard's Mersenne Twister, whose output the standard
/// fixes. The standard does not fix its distributions, so the three we need are
/// written here: one seed gives one result with every compiler.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

using Rng = std::mt19937_64;

/// What random numbers of one seed are for. Draws for different purposes must not repeat each
/// other, so each has a number of its own, with `part` added where there are several (fold 3).
/// Models depend on the numbers: they must not change.
///
/// Some purposes share numbers. That is harmless where never both draw from the seed of one run:
/// learners are run one at a time, pages and measurements draw for samples they look at and not
/// for models.
enum class RandomStream : std::uint64_t {
  learning = 0,   ///< starts of learners, and what they draw as they go
  restarts = 0,   ///< of k-means, by part
  resamples = 0,  ///< of the bootstrap, by part; its seed is drawn for it
  repeats = 0,    ///< of cross-validation, by part; folds hand other seeds to their learners
  sampling = 1,   ///< constraints drawn from labels
  partners = 3,   ///< of objects, in mds without pairs
  projection_order = 5,
  lego_bounds = 7,
  gamma_folds = 7,  ///< of LogDet learners, which are not lego
  basis = 9,        ///< of the kernel space
  pair_order = 11,  ///< in which regressions take in pairs
  page_samples = 11,
  page_pairs = 12,
  page_bootstrap = 13,
  page_neighbours = 14,
  page_drawing = 15,
  first_trials = 99,  ///< pairs an online regression chooses its step size on
  passes = 100,       ///< over the pairs of an online regression, by part; the 100th and on would
                      ///< meet `examples`, which regressions do not draw
  examples = 200,     ///< that online learners step on
  held_out = 201,
  step_folds = 202,
  step_trials = 203,
  reservoir = 204,
  few_samples = 205,                        ///< of a large data set, to choose by
  race_folds = 206,                         ///< that learners race on
  interval = (std::uint64_t{1} << 32) - 1,  ///< of a cross-validated error
  folds = std::uint64_t{1} << 32,           ///< seeds of cross-validated learners, by part
  clustering = std::uint64_t{1} << 40,      ///< k-means that judges a model
  judged_pairs = (std::uint64_t{1} << 40) + 1,
};

/// An engine for one purpose, or one part of it, in a run; these are independent of each other, so
/// that they may run in any order or in parallel.
Rng make_rng(std::uint64_t seed, RandomStream stream = RandomStream::learning,
             std::uint64_t part = 0);

/// Uniform in [0, 1), 53 random bits.
double random_unit(Rng& rng);

/// Uniform integer in [0, n); n > 0.
Index random_index(Index n, Rng& rng);

/// rows x cols matrix of independent N(0, 1) entries.
Matrix random_normal(Index rows, Index cols, Rng& rng);

/// 0 .. n-1 in random order.
std::vector<Index> random_order(Index n, Rng& rng);

}  // namespace mahala
