/// @file
/// What learners in the space of a kernel have in common: their model.
#pragma once

#include "mahala/kernel/learned_kernel.hpp"
#include "mahala/model/model.hpp"

namespace mahala {

/// Coordinates of samples in the space of a kernel, and of any others: x lies at map^T k(x).
struct KernelCoordinates {
  KernelOptions kernel = {};  ///< fitted
  Matrix samples = {};        ///< r x n, the leading components of the centred kernel
  Matrix map = {};            ///< n x r; columns of components of no extent are 0
  double left_out = 0;        ///< of the trace
};

/// The `rank` leading components, or with 0 all that have any extent.
KernelCoordinates kernel_coordinates(const Samples& x, const KernelOptions& kernel, Index rank);

/// The model that embeds x to factor^T map^T k(x).
Model kernel_model(const Samples& x, const KernelCoordinates& coordinates, const Matrix& factor);

/// x -> left^T k(x), with the learned kernel weight k + k_x^T middle k_z
/// (kernel/learned_kernel.hpp); `left` and `middle` have a row for each of the samples. Keeps those
/// samples that anything learned depends on; none of a precomputed kernel, where the rows tell
/// them. Error if they are too many numbers for a model.
Model kernel_model(const Samples& x, const KernelOptions& kernel, Matrix left, Matrix middle,
                   double weight);

}  // namespace mahala
