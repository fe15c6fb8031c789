/// @file
/// The kernel that learning starts from, and models of what was learned over it.
///
/// Learners give S with K = a K0 + K0 S K0 over the n samples. K0 may be centred and may follow
/// the shape of the samples (kernel/manifold_kernel.hpp); both are linear in the kernel's values
/// with the samples, so that the model needs the plain kernel alone:
///
///   k~_x = A k_x,  A = H (I - K B)    =>    left <- A^T left,   S <- A^T S A - a B
///
/// (H = I - 1 1^T / n; what centring adds beyond cancels in distances). The linear kernel gives
/// ordinary metrics W = a I + X S X^T where these are small enough, others models of domain
/// kernel.
#pragma once

#include "mahala/kernel/kernel.hpp"
#include "mahala/kernel/manifold_kernel.hpp"
#include "mahala/learn/learner.hpp"

namespace mahala {

struct KernelStartOptions {
  KernelOptions kernel = {};
  ManifoldOptions manifold = {};
  bool centre = false;  ///< K0 is the kernel of samples moved to their mean
};

/// Options of a kernel next to those of slack: its scale is called kernel_gamma.
Options describe_beside_slack(KernelOptions& options);

Options describe(KernelStartOptions& options);

/// The linear kernel of no more features than samples, untouched: learning happens among features.
bool stays_in_features(const KernelStartOptions& options, const Samples& x);

class KernelStart {
 public:
  /// Error if the kernel is too large, or precomputed and to follow the shape of features.
  KernelStart(const Samples& x, KernelStartOptions options);

  const Matrix& k0() const { return k0_; }

  /// The model of weight K0 + K0 S K0. With weight 0 S has to be positive semidefinite, and
  /// `rank` > 0 keeps so many of its leading directions.
  Model model(double weight, const Matrix& s, Index rank = 0) const;

  /// K0 itself.
  Model prior() const;

 private:
  Matrix factor(double weight, const Matrix& s, Index rank) const;
  Model feature_model(double weight, const Matrix& s, const Matrix& left) const;

  const Samples& x_;
  KernelStartOptions options_;
  Matrix k0_, map_, bent_;  ///< A and B; empty = the identity and 0
};

}  // namespace mahala
