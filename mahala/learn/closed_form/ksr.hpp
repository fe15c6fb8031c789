/// @file
/// Kernel spectral regression: responses that vary little over a graph of the samples, smoothed by
/// a kernel.
///
///   N    graph: every sample with its k nearest in the kernel, and itself; given pairs "<=" are
///        joined, pairs ">=" parted
///   Y    the r leading solutions of  N y = l D y,  D = diag(N 1),  D-orthogonal to the constant
///   a    (K + alpha I) a = Y;   sample i lies at row i of K a
///
/// The model places these samples and has no map for others.
///
/// Cost        n^2 d + n^3; forms n x n matrices, sparse samples cost their non-zeros.
/// Objective   the cut of the graph by Y: the sum of 1 - l over the responses, at least 0.
///
/// Reference   Cai, He, Han, "Efficient kernel discriminant analysis via spectral regression", ICDM
///             (2007).
#pragma once

#include "mahala/kernel/kernel.hpp"
#include "mahala/learn/learner.hpp"

namespace mahala {

struct KsrOptions {
  Index rank = 0;        ///< 0 = 2, or one less than the samples if that is less
  Index neighbours = 5;  ///< k; >= 1
  double alpha = 0.01;   ///< > 0
  KernelOptions kernel = {.kernel = "gaussian"};
};

Options describe(KsrOptions& options);

/// The kernel's leading components, as many as the rank.
Model ksr_prior(const Dataset& data, const KsrOptions& options, const Run& run);

/// `constraints` are Pairs or Nothing.
Fit ksr(const Dataset& data, const Constraints& constraints, const KsrOptions& options = {},
        const Run& run = {});

/// Y, n x (at most r), and the l of its columns.
struct Responses {
  Matrix y = {};
  Vector l = {};
};
Responses spectral_responses(const Matrix& graph, Index rank);

/// K (K + alpha I)^-1 Y.
Matrix smoothed(const Matrix& k, const Matrix& y, double alpha);

}  // namespace mahala
