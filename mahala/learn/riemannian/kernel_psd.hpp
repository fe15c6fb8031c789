/// @file
/// A rank-r kernel over n samples from bounds on their distances, by regression
/// on S+(r, n).
///
///   minimise   f(K) = 1/(2m) sum_k weight_k e_k^2   over K = G G^T, G n x r,
///   yhat_k = K_ii + K_jj - 2 K_ij = |g_i - g_j|^2
///
/// starting from the leading components of a kernel of the samples
/// (kernel/kernel.hpp). It knows nothing of the features afterwards, so that
/// samples of no pair may stay where they were; the model places these n
/// samples and has no map for others.
///
/// Geometry    flat, or polar with its lambda: with few pairs a fixed subspace
/// (polar, lambda =
///             0) is best, with many the flat one.
/// Cost        start n^2 d + n^3; then flat 6 m r an iteration, polar O(m r + n
/// r^2). Objective   f; certificate: the gradient norm at the result.
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), sections 9.1
/// and 10.2.
#pragma once

#include "mahala/kernel/kernel.hpp"
#include "mahala/learn/riemannian/psd_polar.hpp"

namespace mahala {

enum class KernelGeometry { flat, polar };

template <>
inline constexpr std::array<std::string_view, 2> names_of<KernelGeometry> = {"flat", "polar"};

struct KernelPsdOptions {
  Index rank = 0;  ///< r; 0 = 10, or the number of samples if that is less
  KernelGeometry geometry = KernelGeometry::flat;
  bool centre = true;  ///< the kernel of samples moved to their mean
  KernelOptions kernel = {};
  PolarOptions polar = {};
  SolverOptions solver = {};
};

Options describe(KernelPsdOptions& options);

/// The leading components of the kernel.
Model kernel_psd_prior(const Dataset& data, const KernelPsdOptions& options, const Run& run);

Fit kernel_psd(const Dataset& data, const Pairs& pairs, const KernelPsdOptions& options = {},
               const Run& run = {});

}  // namespace mahala
