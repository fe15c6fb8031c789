/// @file
/// Multidimensional scaling: coordinates for n objects whose distances fit
/// those given.
///
///   minimise   SSTRESS = sum_k (|g_i - g_j|^2 - y_k)^2 = 2 m f(G)   over the
///   rows of G, n x r
///
/// where y_k is the *squared* dissimilarity of the pair k. It is regression in
/// the flat geometry (learn/riemannian/psd_flat.hpp) on kernel pairs, X = I: a step
/// touches two rows. Steps keep the centre of the coordinates where it is.
///
/// Knows       squared dissimilarities as pairs with relation = (inequalities
/// work as well), or
///             none: then the distances of the samples themselves, of all pairs
///             of up to 500 objects and of 50 random partners for each of more.
/// Start       the r leading principal coordinates of the samples, or random of
/// matching size;
///             a given model to follow dissimilarities that drift (solver =
///             online).
/// Cost        6 m r an iteration; online 4 r a pair.
/// Objective   f; certificate: the gradient norm at the result.
///
/// The model places these n objects and has no map for others.
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), section 8.4.
/// Differs     the paper prints delta where its square is meant.
#pragma once

#include "mahala/learn/learner.hpp"
#include "mahala/learn/riemannian/solver_options.hpp"
#include "mahala/learn/start.hpp"

namespace mahala {

struct MdsOptions {
  Index rank = 0;  ///< dimensions of the map; 0 = 2, or as many as the start has
  FactorStart start = FactorStart::pca;  ///< or random
  SolverOptions solver = {};
};

Options describe(MdsOptions& options);

/// The coordinates learning starts from.
Model mds_prior(const Dataset& data, const MdsOptions& options, const Run& run);

/// `constraints` are Pairs or Nothing.
Fit mds(const Dataset& data, const Constraints& constraints, const MdsOptions& options = {},
        const Run& run = {});

}  // namespace mahala
