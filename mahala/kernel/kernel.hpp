/// @file
/// Kernels: similarities of samples that are inner products in some feature space.
///
///   linear       x^T y
///   gaussian     exp(-gamma |x - y|^2)
///   polynomial   (gamma x^T y + offset)^degree
///   pyramid      the pyramid match of two sets of vectors (kernel/pyramid_match.hpp)
///   precomputed  entry j of sample i, the samples being the rows of a kernel matrix
///
/// Several joined by + are their mean (linear+gaussian), with factors their weighted sum
/// (0.3*linear+0.7*gaussian). d^2(i, j) = K_ii + K_jj - 2 K_ij is the squared distance of two
/// samples there.
#pragma once

#include "mahala/core/option.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// The scale of a kernel: 1 / (d * mean variance), or 1 / median squared distance.
enum class GammaRule { variance, median };

template <>
inline constexpr std::array<std::string_view, 2> names_of<GammaRule> = {"variance", "median"};

struct KernelOptions {
  std::string kernel = "linear";  ///< as above
  double gamma = 0;               ///< > 0; 0 = by gamma_rule
  GammaRule gamma_rule = GammaRule::variance;
  Index degree = 2;        ///< polynomial: >= 1
  double offset = 1;       ///< polynomial: >= 0
  bool normalise = false;  ///< k(x, y) / sqrt(k(x, x) k(y, y))
  Index vector_size = 0;   ///< pyramid: numbers a vector; 0 = a sample is one vector
  Index levels = 0;        ///< pyramid: >= 1; 0 = as many as the samples need
};

/// `gamma` is the option's name, where the learner has another of that name.
Options describe(KernelOptions& options, std::string_view gamma = "gamma");

/// One kernel of a sum.
struct KernelTerm {
  double weight = 1;
  std::string name = {};
};

/// Error unless `kernel` is a sum of known kernels with weights > 0, precomputed ones alone.
std::vector<KernelTerm> kernel_terms(const std::string& kernel);

bool is_precomputed(const KernelOptions& options);

/// The same options with gamma and levels as these samples give them: what new samples must be
/// seen with.
KernelOptions fitted(KernelOptions options, const Samples& x);

/// K, n x n; sparse samples cost their non-zeros. Error above 20,000 samples, and if a precomputed
/// kernel is not square, symmetric and without negative squared distances.
Matrix kernel_matrix(const Samples& x, const KernelOptions& options);

/// k(x_i, z_j), samples x by samples z; `options` are fitted. Error if the kernel is precomputed.
Matrix cross_kernel(const Samples& x, const Samples& z, const KernelOptions& options);

/// k(x_i, x_i).
Vector self_kernel(const Samples& x, const KernelOptions& options);

/// K - 1 m^T - m 1^T + mean(K), m the column means: the kernel of samples moved to their mean.
Matrix centred_kernel(const Matrix& k);

/// V_r L_r^{1/2} of K = V L V^T, n x r: the samples' coordinates on the r leading axes
/// (kernel principal components); eigenvalues below 0 count as 0.
Matrix kernel_components(const Matrix& k, Index rank);

}  // namespace mahala
