/// @file
/// A kernel that was learned over some samples, for any samples: K = a K0 + K0 S K0 over the n it
/// was learned from becomes
///
///   kappa(x, z) = a k(x, z) + k_x^T S k_z,      k_x = [k(x, support_1), ...]
///   d^2(x, z)   = kappa(x, x) + kappa(z, z) - 2 kappa(x, z)
///
/// (Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), Theorems 1 and 4 and equation (6)). S is zero
/// outside the samples of constraints, which suffice as support. Cost of N x M values: their
/// kernel and those with the support, and N s^2 + N M s for s of them.
#pragma once

#include "mahala/kernel/kernel.hpp"

namespace mahala {

class LearnedKernel {
 public:
  /// `options` are fitted (kernel.hpp); `middle` is S, symmetric, one row a support sample;
  /// `weight` is a >= 0. A precomputed kernel has its support in `middle` alone: pass samples of
  /// as many features and none of them.
  LearnedKernel(Samples support, Matrix middle, KernelOptions options, double weight = 1);

  /// k(x_i, support_j), samples by support.
  Matrix with_support(const Samples& x) const;

  /// kappa(x_i, z_j). Error if the kernel is precomputed and a > 0: k(x, z) is not known then.
  Matrix between(const Samples& x, const Samples& z) const;

  /// kappa(x_i, x_i).
  Vector of_itself(const Samples& x) const;

  /// d^2(x_i, z_j), not below 0.
  Matrix squared_distances(const Samples& x, const Samples& z) const;

  const Samples& support() const { return support_; }
  const Matrix& middle() const { return middle_; }
  const KernelOptions& options() const { return options_; }
  double weight() const { return weight_; }
  Index dim() const { return support_.dim(); }  ///< features of samples

 private:
  Samples support_;
  Matrix middle_;
  KernelOptions options_;
  double weight_;
};

}  // namespace mahala
