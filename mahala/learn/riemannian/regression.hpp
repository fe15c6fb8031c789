/// @file
/// Regression on observed distances in a geometry, by the solver that is asked for.
///
/// Batch solvers may begin with stages of few pairs (optimize/regression/progressive.hpp). They are
/// made in the flat geometry, whose steps are cheapest; every geometry of low-rank metrics may go
/// on.
#pragma once

#include "mahala/learn/fit.hpp"
#include "mahala/learn/riemannian/solver_options.hpp"
#include "mahala/optimize/regression/manifold_objective.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"

namespace mahala {

/// G0 times sqrt(c) where observations are equalities and learning is not a continuation: c fits
/// the size of W to the first thousand of them (matched_scale).
void match_scale(Matrix& g, const PairProblem& problem, const Run& run);

/// In the flat geometry from any start, by the cheapest road: rounds within the directions of the
/// start where neighbours can be drawn anew (rounds.hpp), else parabolas for descent, row-sparse
/// steps for sparse samples online.
Fit flat_regression(const Samples& x, const Pairs& pairs, Matrix start,
                    const SolverOptions& options, const Run& run);

/// How rounds are made in the flat geometry.
RoundSolver flat_rounds(const SolverOptions& options);

/// By the solver that is asked for; Armijo's descent has stopping rules of its own.
template <RayObjective F>
Descent solve_by(F& objective, const SolverOptions& options, const SolveOptions& stopping,
                 const Run& run) {
  if (options.solver == Solver::armijo) return descend(objective, options.descent, run);
  return solve(objective, method(options.solver), stopping, run);
}

/// By any solver but online.
template <RayObjective F>
Fit fit_batch(F& objective, const SolverOptions& options, const Run& run) {
  Descent descent = solve_by(objective, options, stopping(options), run);
  return fit_of(objective.factor(), std::move(descent));
}

template <Steppable S>
Fit fit_online(S state, const Problem& problem, const OnlineOptions& options, const Run& run) {
  check_online(options);
  OnlineRun online = learn_online(state, options, run);
  return fit_of(state.factor(), std::move(online), state.gradient_norm(problem));
}

/// Either, by the geometry's definition.
template <Manifold M>
Fit fit_on(const M& manifold, const Problem& problem, typename M::Point start,
           const SolverOptions& options, const Run& run) {
  if (options.solver == Solver::online) {
    return fit_online(ManifoldStepper(manifold, problem, std::move(start)), problem, options.online,
                      run);
  }
  ManifoldObjective<M> objective(manifold, problem, std::move(start));
  return fit_batch(objective, options, run);
}

/// Where the stages ended.
struct Staged {
  Matrix start;
  Index iterations = 0;
  bool stopped = false;  ///< on request
};

/// The start itself where stages are not wanted, the solver knows none, or a model to continue from
/// knows more.
Staged staged(const Samples& x, const Pairs& pairs, Matrix start, const SolverOptions& options,
              const Run& run);

/// Solves on all pairs what `staged` began; iterations of the stages count.
template <RayObjective F>
Fit fit_after(const Staged& staged, F& objective, const SolverOptions& options, const Run& run) {
  if (staged.stopped) {
    return fit_of(objective.factor(), Descent{.objective = objective.value(),
                                              .gradient_norm = objective.gradient_norm(),
                                              .iterations = staged.iterations,
                                              .status = Status::stopped,
                                              .message = "stopped on request"});
  }
  SolverOptions rest = options;
  rest.descent.max_iterations -= staged.iterations;
  Fit fit = fit_batch(objective, rest, run);
  fit.iterations += staged.iterations;
  return fit;
}

}  // namespace mahala
