#include "mahala/learn/riemannian/regression.hpp"

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/optimize/online/lazy_stepper.hpp"
#include "mahala/optimize/regression/pair_regression.hpp"
#include "mahala/optimize/regression/progressive.hpp"

namespace mahala {
namespace {

Fit flat_round(const Samples& x, const Pairs& pairs, const Matrix& start, const StartPull& pull,
               const SolverOptions& options, const Run& run) {
  PairRegression objective(x, pairs, start, preconditioning(options, x, pairs),
                           make_loss(options.loss, pairs), pull);
  return fit_batch(objective, options, run);
}

Fit flat_batch(const Samples& x, const Pairs& pairs, const Matrix& start,
               const SolverOptions& options, const Run& run) {
  require(start.squaredNorm() > 0, "the start is a metric of zeros, which no step can leave");
  const StartPull pull = pull_to(start, options.rounds, run);
  if (pull.strength() > 0) return flat_round(x, pairs, start, pull, options, run);
  const Staged begun = staged(x, pairs, start, options, run);
  PairRegression objective(x, pairs, begun.start, preconditioning(options, x, pairs),
                           make_loss(options.loss, pairs));
  return fit_after(begun, objective, options, run);
}

Fit flat_online(const Samples& x, const Pairs& pairs, Matrix start, const SolverOptions& options,
                const Run& run) {
  const Loss loss = make_loss(options.loss, pairs);
  const PairProblem problem(x, pairs, loss);
  match_scale(start, problem, run);
  if (const auto* sparse = x.sparse()) {
    return fit_online(LazyFlat(*sparse, pairs, start, loss), problem, options.online, run);
  }
  const PsdFlat manifold(start.rows(), start.cols());
  return fit_on(manifold, problem, std::move(start), options, run);
}

}  // namespace

void match_scale(Matrix& g, const PairProblem& problem, const Run& run) {
  constexpr Index enough = 1000;
  if (run.start != nullptr) return;
  std::vector<Index> equalities;
  for (Index k = 0; k < problem.size(); ++k) {
    const Pair& pair = problem.pairs()[static_cast<std::size_t>(k)];
    if (pair.relation == Relation::equal) equalities.push_back(k);
    if (std::ssize(equalities) == enough) break;
  }
  if (!equalities.empty()) g *= std::sqrt(matched_scale(problem, g, equalities));
}

RoundSolver flat_rounds(const SolverOptions& options) {
  return [options](const Samples& x, const Pairs& pairs, const Matrix& start, const StartPull& pull,
                   Index steps, const Run& run) {
    return flat_round(x, pairs, start, pull, with_steps(options, steps), run);
  };
}

Fit flat_regression(const Samples& x, const Pairs& pairs, Matrix start,
                    const SolverOptions& options, const Run& run) {
  if (options.solver == Solver::online) {
    return with_remark(flat_online(x, pairs, std::move(start), options, run), pairs);
  }
  if (!in_rounds(options.rounds, run)) {
    return with_remark(flat_batch(x, pairs, start, options, run), pairs);
  }
  return with_remark(rounds_within(x, pairs, start, options.rounds, options.descent.max_iterations,
                                   run, flat_rounds(options)),
                     pairs);
}

Staged staged(const Samples& x, const Pairs& pairs, Matrix start, const SolverOptions& options,
              const Run& run) {
  Staged result{.start = std::move(start)};
  if (!options.stages || options.solver == Solver::armijo || run.start != nullptr) return result;
  const auto solver = [&](PairRegression& f, SolveOptions rough, const Run& watched) {
    rough.memory = options.memory;
    rough.max_iterations =
        std::min(rough.max_iterations, options.descent.max_iterations - result.iterations);
    Descent descent = solve_by(f, options, rough, watched);
    result.iterations += descent.iterations;
    return descent;
  };
  result.start = grown_start(x, pairs, std::move(result.start), preconditioning(options, x, pairs),
                             make_loss(options.loss, pairs), solver, run, result.stopped);
  return result;
}

}  // namespace mahala
