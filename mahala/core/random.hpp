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

/// An engine for part `stream` of a run; parts are independent of each other, so
/// they may run in any order or in parallel.
Rng make_rng(std::uint64_t seed, std::uint64_t stream = 0);

/// Uniform in [0, 1), 53 random bits.
double random_unit(Rng& rng);

/// Uniform integer in [0, n); n > 0.
Index random_index(Index n, Rng& rng);

/// rows x cols matrix of independent N(0, 1) entries.
Matrix random_normal(Index rows, Index cols, Rng& rng);

/// 0 .. n-1 in random order.
std::vector<Index> random_order(Index n, Rng& rng);

}  // namespace mahala
