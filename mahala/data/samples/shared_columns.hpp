/// @file
/// Samples shared out among ranks (core/ranks.hpp), and some of them copied to all ranks or shared
/// out anew.
#pragma once

#include <span>
#include <vector>

#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// Of all samples, which every rank can reach, its own, for each rank: copies, or a part of what is
/// mapped, whose other pages it leaves alone. The same samples if there is one rank.
Samples shared_out(Samples all);

/// Dense copies on every rank. Cost: all of them travel to all ranks.
Matrix shared_columns(const Samples& x, std::span<const Index> samples);

/// Dense copies of samples[begin[p]] .. samples[begin[p+1]-1] on rank p. Cost: each travels to that
/// rank, if it is another that has it.
Matrix dealt_columns(const Samples& x, std::span<const Index> samples,
                     const std::vector<Index>& begin);

/// Those samples, shared out: each travels to the rank that holds it from now on, if it is another.
Samples shared_selection(const Samples& x, std::span<const Index> samples);

}  // namespace mahala
