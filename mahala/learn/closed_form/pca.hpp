/// @file
/// Principal component analysis: the Euclidean metric seen through the leading axes.
///
///   W = A A^T,   A the `rank` leading eigenvectors of the covariance (orthonormal columns).
///
/// Keeps as much of the mean squared distance between samples as any rank-r projection can;
/// learns nothing from labels. What a low-rank learner must beat at its own rank.
///
/// Cost        O(n d^2 + d^3) up to 1,000 features, Lanczos on X X^T beyond.
/// Objective   the mean squared distance to the projection.
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

struct PcaOptions {
  Index rank = 0;  ///< 0 = 64, or the dimension if that is less
};

Options describe(PcaOptions& options);

Fit pca(const Dataset& data, const PcaOptions& options = {}, const Run& run = {});

}  // namespace mahala
