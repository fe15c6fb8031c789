/// @file
/// The kernel over n samples nearest to a given one, in LogDet divergence, whose distances keep
/// given bounds.
///
///   minimise  D(K, K0) + sum_k gamma_k slack_k      D as in learn/bregman/itml.hpp
///   K_ii + K_jj - 2 K_ij <= b_k (similar) or >= b_k (dissimilar)
///
/// It is ITML in the space of the kernel: K = K0 + K0 S K0 with S zero outside samples of pairs
/// (induced_middle), so that samples in no pair move as well, and LearnedKernel extends it to new
/// ones. With a basis of k combinations of samples K = K0 + P^T (F - I) P instead, P k x n:
/// identity plus low rank (learn/bregman/iplr.hpp) in the space of the kernel.
///
/// Cost        2 n'^2 a projection for the n' samples in pairs, or less where K0 has low rank.
/// Objective   D + slack; certificate: the relative duality gap.
///
/// The model is one of the kernel, or a metric where that is linear
/// (learn/bregman/kernel_start.hpp), and good for any samples. Going on from a model, which gives
/// no kernel but coordinates of these n samples, it places them and has no map for others.
///
/// Reference   Jain, Kulis, Davis, Dhillon, JMLR 13 (2012), Algorithm 1, Theorem 1, section 3.6.
#pragma once

#include "mahala/learn/bregman/basis.hpp"
#include "mahala/learn/bregman/kernel_start.hpp"
#include "mahala/learn/bregman/logdet_learning.hpp"

namespace mahala {

struct LogDetKernelOptions {
  KernelOptions kernel = {};
  KernelBasis basis = KernelBasis::none;
  Index basis_size = 0;  ///< 0 = the number of classes, 10 without labels
  LogDetLearning learning = {};
  ManifoldOptions manifold = {};
  bool centre = false;  ///< start from the kernel of samples moved to their mean
};

Options describe(LogDetKernelOptions& options);

/// K0; the coordinates of the samples if there is a start to go on from.
Model logdet_kernel_prior(const Dataset& data, const LogDetKernelOptions& options, const Run& run);

Fit logdet_kernel(const Dataset& data, const Pairs& pairs, const LogDetKernelOptions& options = {},
                  const Run& run = {});

/// Kernels K = K0 + K0 S K0 over n samples, one for each gamma.
struct InducedKernels {
  std::vector<Matrix> middles = {};            ///< S, n x n; LearnedKernel takes it to new samples
  std::vector<LogDetSolution> solutions = {};  ///< none if all pairs were left out
  AskedPairs asked = {};
  std::string remark = {};
};

/// `basis` is J of learn/bregman/basis.hpp, n x k, or empty for the whole space.
InducedKernels induce_kernels(const Matrix& k0, const Matrix& basis, const Pairs& pairs,
                              const LogDetLearning& options, const std::vector<double>& gammas,
                              const Run& run);

/// d^2 of two samples (by position) in the space of kernel k, 0 if they coincide.
double kernel_distance(const Matrix& k, const Ends& ends);

}  // namespace mahala
