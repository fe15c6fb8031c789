/// @file
/// What the learners by Riemannian regression on observed distances have in common: where they
/// start, and the choice between descent and online steps.
#pragma once

#include "mahala/learn/learner.hpp"
#include "mahala/optimize/descent/descent.hpp"
#include "mahala/optimize/descent/solve.hpp"
#include "mahala/optimize/loss.hpp"
#include "mahala/optimize/online/online.hpp"
#include "mahala/optimize/regression/manifold_objective.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"
#include "mahala/optimize/regression/preconditioner.hpp"

namespace mahala {

struct StartOptions {
  Index rank = 0;             ///< r; 0 = 10, or the dimension if that is less
  std::string start = "pca";  ///< pca or random; spectral where distances are observed
};

Options describe(StartOptions& options);

struct SolverOptions {
  LossOptions loss = {};
  std::string solver = "cg";          ///< cg, lbfgs, newton, gauss-newton, gradient, armijo, online
  std::string precondition = "auto";  ///< gauss, scaled or none; flat and polar geometry
  bool stages = true;                 ///< few pairs before many; flat and polar geometry
  Index memory = 10;                  ///< of lbfgs
  DescentOptions descent = {};        ///< tolerance and iterations are those of all but online
  OnlineOptions online = {};
};

/// What the flat geometry knows.
Options describe(SolverOptions& options);

/// What the polar geometry knows: no Hessian, no schedule that bounds the steps of the flat one.
Options describe_polar(SolverOptions& options);

/// What any geometry knows: no preconditioner and no stages either.
Options describe_curved(SolverOptions& options);

/// Error naming a solver or schedule that is of the flat geometry alone.
void refuse_flat(const SolverOptions& options, std::string_view learner);

/// Error naming `precondition` or `stages` where they count for nothing, `where` being where not.
void refuse_speed(const SolverOptions& options, std::string_view where, std::string_view learner);

/// True if a start of the learner's own is to be resized to fit the pairs (PairGraph::
/// best_multiple): the papers' methods take it as it is, and so is a given one taken.
bool fits_size(const SolverOptions& options, const Run& run);

/// What `precondition` asks for. auto is gauss where samples tell enough of C, else scaled: more of
/// them than features (fewer, as where every sample is an object with a feature of its own, are not
/// worth d^2 r a step), and four times as many for bounds. Those leave many metrics without loss,
/// and C^{-1} of few samples leads to one that stretches what hardly varies in them: 32 % of errors
/// on isolet5 instead of 8.
Preconditioning preconditioning(const SolverOptions& options, const Samples& x, const Pairs& pairs);

/// The same in the polar geometry, where gauss pays if the optimum is no limit of points (bounds
/// often ask for a lower rank, at which R^{-1} ends), gradients of other points do not matter, and
/// there are samples enough for a covariance, which objects that are samples themselves lack.
Preconditioning polar_preconditioning(const SolverOptions& options, const Samples& x,
                                      const Pairs& pairs);
Method method(const std::string& solver);
SolveOptions stopping(const SolverOptions& options);

/// The start of describe(StartOptions) with `spectral` among its choices.
Options describe_observed(StartOptions& options);

/// The factor learning starts from: run.start, else the identity if r = d, else the r leading
/// principal axes, or random. Error if the rank is above the dimension.
Matrix start_factor(const Dataset& data, const StartOptions& options, const Run& run);

/// The same given what was observed: `start` = spectral looks at the pairs.
Matrix start_factor(const Dataset& data, const Pairs& pairs, const StartOptions& options,
                    const Run& run);

/// Error if the option `start` was changed though a model to go on from is given.
void check_start(std::string_view start, const Run& run);

/// run.start as a d x d metric, else the identity.
Matrix start_metric(const Dataset& data, const Run& run);

/// G0 times sqrt(c) where observations are equalities and learning is not a continuation: c fits
/// the size of W to the first thousand of them (matched_scale).
void match_scale(Matrix& g, const PairProblem& problem, const Run& run);

/// The model W = G G^T with how it was reached.
Fit fit_of(Matrix factor, Descent descent);
Fit fit_of(Matrix factor, OnlineRun online, double gradient_norm);

/// Error naming the first option that was changed though a start is given, where it counts for
/// nothing. `defaults` describes an untouched struct of the same type.
void refuse_beside_start(const Options& options, const Options& defaults);

/// The fit, its message saying so if every pair asks for the same: all smaller, or all larger.
Fit remarked(Fit fit, const Pairs& pairs);

/// Nothing to learn from: the start comes back.
Fit kept_start(Model start);

/// By the solver that is asked for; Armijo's descent has stopping rules of its own.
template <RayObjective F>
Descent solve_by(F& objective, const SolverOptions& options, const SolveOptions& stopping,
                 const Run& run) {
  if (options.solver == "armijo") return descend(objective, options.descent, run);
  return solve(objective, method(options.solver), stopping, run);
}

/// By any solver but online.
template <RayObjective F>
Fit fit_batch(F& objective, const SolverOptions& options, const Run& run) {
  Descent descent = solve_by(objective, options, stopping(options), run);
  return fit_of(objective.factor(), std::move(descent));
}

template <Steppable S>
Fit fit_online(S state, const Problem& problem, const SolverOptions& options, const Run& run) {
  check_online(options.online);
  OnlineRun online = learn_online(state, options.online, run);
  return fit_of(state.factor(), std::move(online), state.gradient_norm(problem));
}

/// Either, by the geometry's definition.
template <Manifold M>
Fit fit_on(const M& manifold, const Problem& problem, typename M::Point start,
           const SolverOptions& options, const Run& run) {
  if (options.solver == "online") {
    return fit_online(ManifoldStepper(manifold, problem, std::move(start)), problem, options, run);
  }
  ManifoldObjective<M> objective(manifold, problem, std::move(start));
  return fit_batch(objective, options, run);
}

}  // namespace mahala
