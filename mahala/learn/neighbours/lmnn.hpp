/// @file
/// Large margin nearest neighbours: the nearest samples of the same class nearer than all samples
/// of other classes, by a margin.
///
///   minimise   f = (1 - push) sum_{i, j in T(i)} d_ij
///                  + push sum_{i, j in T(i), l of another class} h(1 + d_ij - d_il)
///
/// where d_ij = (x_i - x_j)^T W (x_i - x_j), T(i) are the `targets` nearest samples of the class
/// of i in the Euclidean metric and h(e) = max(e, 0) or its square.
///
/// solver      factored: W = G G^T, G d x r, by quasi-Newton steps (optimize/descent/lbfgs.hpp);
///             full: projected sub-gradient steps on W, d x d, of a length that grows by 1 % (by
///             half in the first twenty) when f falls and is halved when it does not.
/// Impostors   learn/neighbours/impostors.hpp: f is exact at every step.
/// Many        from 20,000 samples on three quarters of the steps are made with a quarter of the
///             samples, factored, the rest with all.
/// Triplets    given ones take the place of targets and impostors: sum over distinct (query,
///             near) of d, and over triplets of weight h(1 + d_near - d_far).
/// Start       factored: G0 = I if r = d, else principal axes, or random, near which it stays with
///             lambda > 0 (near_start.hpp); full: W = I.
/// Cost        4 n d r + O(r) for each listed impostor an evaluation (full: n d^2 + d^3), r n^2
///             in single precision a search.
/// Objective   f; certificate: the gradient norm at the result (full: the step's length over W's).
///
/// Reference   Weinberger, Saul, "Distance metric learning for large margin nearest neighbor
///             classification", JMLR 10 (2009).
#pragma once

#include "mahala/learn/classes.hpp"
#include "mahala/learn/learner.hpp"
#include "mahala/learn/neighbours/factor_learning.hpp"
#include "mahala/learn/neighbours/near_start.hpp"
#include "mahala/optimize/neighbours/margin_loss.hpp"

namespace mahala {

/// What a violated margin costs: itself, or its square.
enum class MarginCost { hinge, squared };

template <>
inline constexpr std::array<std::string_view, 2> names_of<MarginCost> = {"hinge", "squared"};

struct LmnnOptions {
  Index targets = 3;  ///< >= 1
  double push = 0.5;  ///< in (0, 1]
  MarginCost loss = MarginCost::hinge;
  MetricSolver solver = MetricSolver::factored;
  StartOptions from = {.usual_rank = 64};  ///< of the factor
  NearStartOptions near = {};
  LbfgsOptions descent = {};
};

Options describe(LmnnOptions& options);

Model lmnn_prior(const Dataset& data, const LmnnOptions& options, const Run& run);

/// `constraints` are Nothing (labels are used) or Triplets.
Fit lmnn(const Dataset& data, const Constraints& constraints, const LmnnOptions& options = {},
         const Run& run = {});

/// The `count` nearest samples of the same class, or as many as there are, for every sample.
std::vector<std::vector<Index>> nearest_of_class(const Dataset& data, Index count);

/// f and its derivative by W at W = G G^T, d x d.
double lmnn_slope(const Samples& x, const std::vector<MarginGroup>& groups, const MarginLoss& loss,
                  const Matrix& g, Matrix& derivative);

}  // namespace mahala
