/// @file
/// A classification problem whose classes differ in a few hidden directions alone.
///
///   x = Q (z, e)     z = (separation / sqrt 2) unit_c + N(0, I),   e_k = s_k N(0, 1)
///
/// for a sample of class c: z has `subspace` entries, e the others, and Q is a random rotation, so
/// that no feature alone tells anything. Any two class means are `separation` standard deviations
/// of z apart. The deviations s_k of the noise go from `least_noise` to `most_noise` in equal
/// ratios. With the defaults a 5-nearest-neighbour vote errs two times in three in the Euclidean
/// metric, principal components hold nothing but noise, and the right metric of rank 10 hardly
/// errs.
#pragma once

#include <cstdint>

#include "mahala/core/option.hpp"
#include "mahala/data/dataset.hpp"

namespace mahala {

struct HiddenSubspaceOptions {
  Index samples = 2000;  ///< classes take turns
  Index features = 256;
  Index subspace = 10;       ///< dimensions the classes differ in; <= features
  Index classes = 10;        ///< <= subspace, <= samples
  double separation = 6.5;   ///< of class means; >= 0
  double least_noise = 0.1;  ///< > 0
  double most_noise = 3.85;  ///< >= least_noise
};

Options describe(HiddenSubspaceOptions& options);

/// Error naming the first option that does not go with the others
void check_hidden_subspace(const HiddenSubspaceOptions& options);

/// Depends on options and seed alone.
Dataset hidden_subspace(const HiddenSubspaceOptions& options, std::uint64_t seed);

}  // namespace mahala
