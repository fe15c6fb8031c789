/// @file
/// Spectral projected gradient: descent over a convex set that is easy to project onto.
///
///   p = P(point - a g) - point,    point <- point + t p,    t = 1, 1/2, 1/4, ... until
///   f(point + t p) <= max of the last 10 values + 1e-4 t <g, p>
///
/// with the step a = <s, s> / <s, y> of Barzilai and Borwein from the last change s of the point
/// and y of the gradient. The best point is kept.
///
/// It ends when the last 10 steps together lowered f by less than `tolerance` of itself, p
/// vanishes, or a stopping rule of the caller's holds.
///
/// Reference: Birgin, Martinez, Raydan, "Nonmonotone spectral projected gradient methods on
/// convex sets", SIAM J. Optimization 10 (2000).
#pragma once

#include "mahala/optimize/descent/descent.hpp"
#include "mahala/optimize/descent/smooth_function.hpp"

namespace mahala {

struct ProjectedOptions {
  double tolerance = 1e-6;      ///< smallest relative decrease to go on for; >= 0
  Index max_iterations = 1000;  ///< >= 0
};

Options describe(ProjectedOptions& options);

/// Makes a point the nearest one of the set.
using Projection = std::function<void(Matrix& point)>;

/// Asked once at every accepted point, right after f was; why it is good enough, or "".
using GoodEnough = std::function<std::string()>;

/// Moves `point`, which must lie in the set. Descent::gradient_norm is |p| at the last point with
/// a = 1.
Descent minimise_projected(const SmoothFunction& f, const Projection& project, Matrix& point,
                           const ProjectedOptions& options, const Run& run = {},
                           const GoodEnough& good_enough = {});

/// Projects onto positive semidefinite matrices.
void drop_negative_eigenvalues(Matrix& w);

}  // namespace mahala
