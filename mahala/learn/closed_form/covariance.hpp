/// @file
/// The inverse covariance of the samples: Mahalanobis' own distance.
///
///   S = 1/(n-1) sum_i (x_i - m)(x_i - m)^T = U diag(s) U^T,    W = U diag(1/s) U^T,
///
/// over the eigenvalues s above 1e-12 d max(s): the pseudo-inverse, which ignores directions
/// in which the samples do not vary. With rank r only the r directions of largest variance
/// are kept: whitened principal components. Invariant to invertible linear maps of the
/// samples as long as every direction is kept. Samples that are all equal give W = I.
///
/// Cost        O(n d^2 + d^3); forms a d x d matrix.
/// Objective   the sum of log s over the kept directions: the log-determinant of S on its
///             range; 0 where W = I.
///
/// Reference   Mahalanobis, "On the generalised distance in statistics", Proceedings of the
///             National Institute of Sciences of India 2 (1936).
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

struct CovarianceOptions {
  Index rank = 0;  ///< directions of largest variance to keep; 0 = all
};

Options describe(CovarianceOptions& options);

/// Error if the rank is above the dimension, or the dimension above what a d x d matrix allows.
Fit covariance(const Dataset& data, const CovarianceOptions& options = {}, const Run& run = {});

}  // namespace mahala
