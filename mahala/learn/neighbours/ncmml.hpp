/// @file
/// Nearest class mean metric learning: the map for which the nearest class mean is the own one.
///
///   minimise   f(G) = -1/n sum_i log p_{c(i)}(x_i),    p_c(x) ~ exp(-|G^T (x - m_c)|^2 / 2)
///
/// over G, d x r, m_c the means of the classes. With u_ic = ([c = c(i)] - p_c(x_i)) / n, whose
/// sums over classes vanish, f changes by  sum_ic u_ic |G^T (x_i - m_c)|^2 / 2,  so the gradient is
///
///   X (sum_c u_ic (z_i - G^T m_c))_i^T - M (sum_i u_ic (z_i - G^T m_c))_c^T.
///
/// Solver      optimize/descent/lbfgs.hpp.
/// Cost        4 n d r + 6 n c r an evaluation for c classes.
/// Start       G0 = I if r = d, else the r leading principal axes, or random. Not convex.
/// Objective   f; certificate: the gradient norm at the result.
///
/// Reference   Mensink, Verbeek, Perronnin, Csurka, "Distance-based image classification:
///             generalizing to new classes at near-zero cost", IEEE PAMI 35 (2013).
#pragma once

#include "mahala/learn/classes.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/learn/neighbours/factor_learning.hpp"
#include "mahala/learn/neighbours/near_start.hpp"

namespace mahala {

struct NcmmlOptions {
  StartOptions from = {.usual_rank = 64};
  NearStartOptions near = {.lambda = 1};
  LbfgsOptions descent = {};
};

Options describe(NcmmlOptions& options);

Model ncmml_prior(const Dataset& data, const NcmmlOptions& options, const Run& run);

Fit ncmml(const Dataset& data, const NcmmlOptions& options = {}, const Run& run = {});

/// f at G and its gradient; `means` has a column for every class.
double ncmml_objective(const Samples& x, const Classes& classes, const Matrix& means,
                       const Matrix& g, Matrix& gradient);

}  // namespace mahala
