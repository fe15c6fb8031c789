/// @file
/// Least squared-residual metric learning: distances in the order that triplets ask for.
///
///   minimise   f(W) = tr W - log det W - d + cost/m sum_k v_k max(0, d_near - d_far)^2   over W >
///   0
///
/// over the m triplets k = (query, near, far) of weights v; here d_near and d_far are distances,
/// not squared ones. The first terms are the LogDet divergence from the Euclidean metric, which W
/// leaves only as far as the triplets ask; W keeps full rank.
///
/// Solver      quasi-Newton steps (optimize/descent/lbfgs.hpp) on G, d x d, W = G G^T, from G = I.
/// Cost        n d^2 + d^3 an evaluation; forms d x d matrices; sparse samples are not filled in.
/// Objective   f; certificate: the gradient norm at the result.
///
/// Reference   Liu, Guo, Zhou, Wang, "Metric learning from relative comparisons by minimizing
/// squared
///             residual", ICDM (2012).
#pragma once

#include "mahala/learn/learner.hpp"
#include "mahala/optimize/descent/lbfgs.hpp"

namespace mahala {

struct LsmlOptions {
  double cost = 10;  ///< > 0
  LbfgsOptions descent = {};
};

Options describe(LsmlOptions& options);

Fit lsml(const Dataset& data, const Triplets& triplets, const LsmlOptions& options = {},
         const Run& run = {});

/// f at W = G G^T and its gradient by G; infinity where G is singular.
double lsml_objective(const Samples& x, const Triplets& triplets, double cost, const Matrix& g,
                      Matrix& gradient);

}  // namespace mahala
