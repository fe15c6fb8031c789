/// @file
/// Maximally collapsing metric learning: classes that are points.
///
///   minimise   f(W) = sum_i KL(q_i || p_i)   over W >= 0,    p_ij ~ exp(-d_W(x_i, x_j)), j != i,
///
/// q_i uniform over the other samples of the class of i, d squared distances: convex in W, zero if
/// every class were one point and the classes infinitely apart. With `weights` = pairs the sum over
/// i counts each sample as often as it has others of its class: -sum of log p_ij over pairs of a
/// class. Samples that are alone in their class are chosen by others but have no q themselves.
///
/// The derivative by W is  sum_ij (q_ij - p_ij)(x_i - x_j)(x_i - x_j)^T; the part of q is that of
/// class means, so that only likely choices cost (optimize/neighbours/soft_neighbours.hpp).
///
/// solver      full: spectral projected gradient on W (optimize/descent/projected_gradient.hpp)
/// from I;
///             factored: W = G G^T, G d x r, by quasi-Newton steps (optimize/descent/lbfgs.hpp);
///             from principal axes or at random, scaled so that there is a choice
///             (start_scale.hpp); not convex.
/// identity    a class of several clouds cannot be made one point, and what tries to is worse than
///             plain distances: as much of the identity stays beside W as votes in folds choose
///             (learn/identity_share.hpp), unless a rank, solver=full, a kernel or lambda=0 is
///             asked for.
/// kernel      other than linear: the same among the samples' coordinates in the space of a kernel
///             (learn/kernel_model.hpp), kernel MCML; its models are of the kernel, good for any
///             samples. n^3 besides.
/// Cost        r n^2 in single precision + 4 n d r an evaluation; with q `queries` r n q, their
/// mean
///             standing for that of all (factor_learning.hpp); full: d n^2 + n d^2 + d^3.
/// Objective   f; certificate: the norm of the (projected) gradient.
///
/// Reference   Globerson, Roweis, "Metric learning by collapsing classes", NIPS 18 (2005).
#pragma once

#include "mahala/kernel/kernel.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/learn/neighbours/factor_learning.hpp"
#include "mahala/learn/neighbours/near_start.hpp"
#include "mahala/optimize/neighbours/soft_neighbours.hpp"

namespace mahala {

/// What counts alike: the choice of a sample, or every pair of a class.
enum class McmlWeights { kl, pairs };

template <>
inline constexpr std::array<std::string_view, 2> names_of<McmlWeights> = {"kl", "pairs"};

struct McmlOptions {
  McmlWeights weights = McmlWeights::kl;
  MetricSolver solver = MetricSolver::factored;
  StartOptions from = {.usual_rank = 64};  ///< of the factor
  NearStartOptions near = {.lambda = 1};
  LbfgsOptions descent = {};
  QueryOptions batch = {};  ///< of the factored solver
  KernelOptions kernel = {};
  double identity = -1;  ///< share of the identity; -1 = chosen where nothing stands against it
};

Options describe(McmlOptions& options);

Model mcml_prior(const Dataset& data, const McmlOptions& options, const Run& run);

Fit mcml(const Dataset& data, const McmlOptions& options = {}, const Run& run = {});

/// f for samples embedded at Z, and Y L: the derivative of f by W is X (X L)^T.
double mcml_objective(const Classes& classes, McmlWeights weights, const Matrix& z, const Matrix& y,
                      Matrix& yl, SoftNeighbours& neighbours);

/// n / q times the part of q samples.
double mcml_objective(const Classes& classes, McmlWeights weights, const Matrix& z,
                      std::span<const Index> queries, Matrix& zl);

}  // namespace mahala
