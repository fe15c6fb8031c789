/// @file
/// What learners in the space of a kernel have in common: their model.
#pragma once

#include "mahala/kernel/learned_kernel.hpp"
#include "mahala/model/model.hpp"

namespace mahala {

/// x -> left^T k(x), with the learned kernel weight k + k_x^T middle k_z
/// (kernel/learned_kernel.hpp); `left` and `middle` have a row for each of the samples. Keeps those
/// samples that anything learned depends on; none of a precomputed kernel, where the rows tell
/// them. Error if they are too many numbers for a model.
Model kernel_model(const Samples& x, const KernelOptions& kernel, Matrix left, Matrix middle,
                   double weight);

}  // namespace mahala
