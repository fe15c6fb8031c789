/// @file
/// Metric learning for kernel regression: the map for which neighbours predict a number best.
///
///   minimise   f(G) = 1/(n v) sum_i (yhat_i - y_i)^2,    yhat_i = sum_j p_ij y_j,
///
/// over G, d x r, with p_ij ~ exp(-|G^T (x_i - x_j)|^2), j != i
/// (optimize/neighbours/soft_neighbours.hpp), and v the variance of the labels: the leave-one-out
/// error as a share of what a constant leaves. With  w_ij = 2 (yhat_i - y_i)(yhat_i - y_j) p_ij /
/// (n v)  the gradient is  2 X (Z L(w))^T.
///
/// Solver      optimize/descent/lbfgs.hpp.
/// Cost        r n^2 in single precision + 4 n d r an evaluation; f and its gradient are exact.
/// Start       G0 = I if r = d, else the r leading principal axes, or random. Not convex.
/// Objective   f; certificate: the gradient norm at the result.
///
/// Reference   Weinberger, Tesauro, "Metric learning for kernel regression", AISTATS (2007).
#pragma once

#include "mahala/learn/learner.hpp"
#include "mahala/learn/neighbours/factor_learning.hpp"
#include "mahala/optimize/neighbours/soft_neighbours.hpp"

namespace mahala {

struct MlkrOptions {
  StartOptions from = {};
  LbfgsOptions descent = {};
};

Options describe(MlkrOptions& options);

Model mlkr_prior(const Dataset& data, const MlkrOptions& options, const Run& run);

/// Error unless every sample has one label that is a finite number.
Fit mlkr(const Dataset& data, const MlkrOptions& options = {}, const Run& run = {});

/// f for labels of variance 1 (else times their variance) of samples embedded at Z, and Z L
/// (factor_learning.hpp).
double mlkr_objective(const Vector& y, const Matrix& z, Matrix& zl, SoftNeighbours& neighbours);

}  // namespace mahala
