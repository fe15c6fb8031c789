/// @file
/// A rank-r metric from bounds on squared distances, by descent on S+(r, d) in the flat
/// geometry (geometry/psd_flat.hpp).
///
///   minimise   f(G) = 1/(2m) sum_k weight_k e_k^2   over G in R^{d x r},
///
///   e_k = |G^T (x_i - x_j)|^2 - y_k,  gated: only its positive part counts where the
///   distance must be at most y_k, only its negative part where it must be at least y_k.
///
/// Triplets    ask for an order of distances instead (flat_triplets.hpp).
/// Forms       bound or observe tr(W A) for symmetric matrices A (form_regression.hpp).
/// Batch       conjugate gradients with exact steps (optimize/descent/solve.hpp) on the parabolas
/// of
///             optimize/regression/pair_regression.hpp, divided by the Hessian of Gaussian samples
///             (optimize/regression/preconditioner.hpp), few pairs first
///             (optimize/regression/progressive.hpp); or steepest descent with Armijo's rule
///             (optimize/descent/descent.hpp). 4 n d r + O(m r) an iteration.
/// Online      optimize/online/online.hpp; a step on sparse samples costs O(nnz r) whatever d is.
/// Start       G0 = I if r = d, else the r leading principal axes, or random.
/// Objective   f; certificate: the gradient norm at the result.
///
/// Reference   Meyer, Bonnabel, Sepulchre, "Regression on fixed-rank positive semidefinite
///             matrices: a Riemannian approach", JMLR 12 (2011), sections 6.1, 7.3, 8.2, 9.2.
#pragma once

#include "mahala/learn/learner.hpp"
#include "mahala/learn/riemannian/solver_options.hpp"
#include "mahala/learn/start.hpp"

namespace mahala {

struct PsdFlatOptions {
  StartOptions from = {.usual_rank = 64};
  SolverOptions solver = {};
};

Options describe(PsdFlatOptions& options);

/// W0 = G0 G0^T; Error if the rank is above the dimension.
Model psd_flat_prior(const Dataset& data, const PsdFlatOptions& options, const Run& run);

/// `constraints` are Pairs, Triplets or Forms. Error for options of pairs beside the others.
Fit psd_flat(const Dataset& data, const Constraints& constraints,
             const PsdFlatOptions& options = {}, const Run& run = {});

}  // namespace mahala
