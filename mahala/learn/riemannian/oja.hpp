/// @file
/// Subspace tracking: the r-dimensional subspace that holds most of the samples, learned
/// online on the Grassmann manifold.
///
///   minimise   f(U) = 1/(2n) sum_k |x_k - U U^T x_k|^2   over orthonormal d x r frames U
///
///   U <- R_U(s (x - U q) q^T),  q = U^T x:   Oja's rule with an exact retraction
///
/// The result is a projection: the distance inside the subspace. Its optimum is spanned by the
/// r leading singular vectors of X (the data as prepared: nothing is centred here), which `pca`
/// finds in closed form; this learner needs no more than one sample at a time and follows a
/// subspace that moves.
///
/// Cost        O(nnz r + r^2) a step on sparse samples, O(d r^2) on dense ones.
/// Start       random, or a given model.
/// Objective   f; certificate: the gradient norm at the result.
///
/// Reference   E. Oja, "Neural networks, principal components, and subspaces", 1989; Meyer,
///             Bonnabel, Sepulchre, JMLR 12 (2011), section 4.2.
#pragma once

#include "mahala/geometry/frame.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/optimize/online/online.hpp"

namespace mahala {

struct OjaOptions {
  Index rank = 0;  ///< r; 0 = 10, or d - 1 if that is less
  FrameRetraction retraction = FrameRetraction::uf;
  OnlineOptions online = {};
};

Options describe(OjaOptions& options);

/// Fed one sample at a time, with schedule constant or adaptive and a step that is given.
std::unique_ptr<OnlineState> oja_stream(const StreamShape& shape, const OjaOptions& options = {},
                                        const Run& run = {});

Fit oja(const Dataset& data, const OjaOptions& options = {}, const Run& run = {});

}  // namespace mahala
