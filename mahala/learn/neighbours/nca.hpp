/// @file
/// Neighbourhood components analysis: the map for which a random neighbour is of the same class.
///
///   minimise   f(G) = 1 - 1/n sum_i p_i,   p_i = sum_{j of the class of i} p_ij
///
/// over G, d x r, where point i chooses j with p_ij ~ exp(-|G^T (x_i - x_j)|^2), j != i
/// (optimize/neighbours/soft_neighbours.hpp). f is the expected error of a 1-nearest-neighbour rule
/// that draws its neighbour this way, a sample of the training set at a time left out. With w_ij =
/// p_ij ([same class] - p_i) / n  the gradient is  2 X (Z L(w))^T.
///
/// Solver      optimize/descent/lbfgs.hpp.
/// Cost        r n^2 in single precision + 4 n d r an evaluation; f and its gradient are exact.
///             With q `queries` r n q: their mean stands for that of all (factor_learning.hpp).
/// Start       G0 = I if r = d, else the r leading principal axes, or random; smaller where every
///             choice would be certain (start_scale.hpp). Not convex.
/// Objective   f; certificate: the gradient norm at the result.
///
/// Reference   Goldberger, Roweis, Hinton, Salakhutdinov, "Neighbourhood components analysis",
///             NIPS 17 (2004).
#pragma once

#include "mahala/learn/classes.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/learn/neighbours/factor_learning.hpp"
#include "mahala/learn/neighbours/near_start.hpp"
#include "mahala/optimize/neighbours/soft_neighbours.hpp"

namespace mahala {

struct NcaOptions {
  StartOptions from = {.usual_rank = 64};
  NearStartOptions near = {};
  LbfgsOptions descent = {};
  QueryOptions batch = {};
};

Options describe(NcaOptions& options);

Model nca_prior(const Dataset& data, const NcaOptions& options, const Run& run);

/// Error unless every sample has one label, or if the rank is above the dimension.
Fit nca(const Dataset& data, const NcaOptions& options = {}, const Run& run = {});

/// f for samples embedded at Z, and Z L (factor_learning.hpp).
double nca_objective(const Classes& classes, const Matrix& z, Matrix& zl,
                     SoftNeighbours& neighbours);

/// The same by some samples alone.
double nca_objective(const Classes& classes, const Matrix& z, std::span<const Index> queries,
                     Matrix& zl);

}  // namespace mahala
