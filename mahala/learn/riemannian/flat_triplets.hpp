/// @file
/// A metric from triplets in the flat geometry, pulled to the one it starts from.
///
///   f(G) = 1/V sum_k v_k max(0, 1 + (d_near - d_far) / tau) + lambda/(4 r) |G G^T - G0 G0^T|_F^2
///
/// over triplets k = (query, near, far) of weights v, V their sum, with d the squared distances in
/// W = G G^T and tau the median of d_far in the metric of G0: the scale of the data does not count.
///
/// Solver: quasi-Newton steps (optimize/descent/lbfgs.hpp), which end on the kinks of the hinge.
/// Cost: 4 n d r + O(r) for each triplet an evaluation.
#pragma once

#include "mahala/learn/fit.hpp"
#include "mahala/learn/riemannian/solver_options.hpp"
#include "mahala/optimize/neighbours/margin_loss.hpp"

namespace mahala {

/// f at G and its gradient; weights of the groups add up to 1.
double triplet_slope(const Samples& x, const std::vector<MarginGroup>& groups, double tau,
                     const StartPull& pull, const Matrix& g, Matrix& gradient);

/// From `start`, which G may leave.
Fit fit_triplets(const Samples& x, const Triplets& triplets, const Matrix& start,
                 const SolverOptions& options, const Run& run);

/// Among the directions of `start`: with z = G0^T x for x, learning starts at the identity.
Fit fit_triplets_within(const Samples& x, const Triplets& triplets, const Matrix& start,
                        const SolverOptions& options, const Run& run);

}  // namespace mahala
