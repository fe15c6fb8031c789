/// @file
/// A scale for the start of learners whose samples choose neighbours at random
/// (optimize/neighbours/soft_neighbours.hpp).
///
/// The choice depends on the unit of the samples. Where distances are large every sample chooses
/// its nearest for certain, nothing follows from a small change of the map, and the gradient is
/// zero. With p_i(s) the choice of sample i at s Z, the mean entropy
///
///   H(s) = -1/m sum_i sum_j p_ij(s) log p_ij(s)
///
/// over m samples says how many neighbours there are to choose from, exp(H). If that is one
/// (H(1) < 0.01) the s < 1 is taken for which it is five.
#pragma once

#include <cstdint>

#include "mahala/core/types.hpp"

namespace mahala {

/// s for samples embedded at Z; 1 wherever some choices are open. Cost r n for each of at most 300
/// samples, which `seed` chooses.
double start_scale(const Matrix& z, std::uint64_t seed);

}  // namespace mahala
