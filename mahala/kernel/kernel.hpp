/// @file
/// Similarities of vectors that are inner products somewhere.
///
///   linear       x^T y
///   gaussian     exp(-gamma |x - y|^2)
///   polynomial   (gamma x^T y + offset)^degree
///
/// d^2(i, j) = K_ii + K_jj - 2 K_ij is the squared distance of two samples there.
#pragma once

#include "mahala/core/option.hpp"
#include "mahala/data/samples.hpp"

namespace mahala {

struct KernelOptions {
  std::string kernel = "linear";  ///< linear, gaussian or polynomial
  double gamma = 0;               ///< > 0; 0 = 1 / (d * mean variance of the features)
  Index degree = 2;               ///< polynomial: >= 1
  double offset = 1;              ///< polynomial: >= 0
};

Options describe(KernelOptions& options);

/// K, n x n; sparse samples cost their non-zeros. Error above 20,000 samples.
Matrix kernel_matrix(const Samples& x, const KernelOptions& options);

/// K - 1 m^T - m 1^T + mean(K), m the column means: the kernel of samples moved to their mean.
Matrix centred_kernel(const Matrix& k);

/// V_r L_r^{1/2} of K = V L V^T, n x r: the samples' coordinates on the r leading axes
/// (kernel principal components); eigenvalues below 0 count as 0.
Matrix kernel_components(const Matrix& k, Index rank);

}  // namespace mahala
