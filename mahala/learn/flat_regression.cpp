#include "mahala/learn/flat_regression.hpp"

#include "mahala/core/error.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/optimize/lazy_stepper.hpp"
#include "mahala/optimize/pair_regression.hpp"
#include "mahala/optimize/progressive.hpp"

namespace mahala {
namespace {

/// The start after stages of few pairs, where they are wanted; a model to go on from knows more.
/// Their iterations count.
Matrix staged(const Samples& x, const Pairs& pairs, Matrix start, const SolverOptions& options,
              const Run& run, Index& iterations, bool& stopped) {
  if (!options.stages || options.solver == "armijo" || run.start != nullptr) return start;
  const auto solver = [&](PairRegression& f, SolveOptions rough, const Run& watched) {
    rough.memory = options.memory;
    rough.max_iterations =
        std::min(rough.max_iterations, options.descent.max_iterations - iterations);
    Descent descent = solve_by(f, options, rough, watched);
    iterations += descent.iterations;
    return descent;
  };
  return grown_start(x, pairs, std::move(start), preconditioning(options), solver, run, stopped);
}

Fit batch(const Samples& x, const Pairs& pairs, const Matrix& start, const SolverOptions& options,
          const Run& run) {
  require(start.squaredNorm() > 0, "the start is a metric of zeros, which no step can leave");
  bool stopped = false;
  Index iterations = 0;
  PairRegression objective(x, pairs, staged(x, pairs, start, options, run, iterations, stopped),
                           preconditioning(options));
  if (!stopped) {
    SolverOptions rest = options;
    rest.descent.max_iterations -= iterations;
    Fit fit = fit_batch(objective, rest, run);
    fit.iterations += iterations;
    return fit;
  }
  return fit_of(objective.factor(), Descent{.objective = objective.value(),
                                            .gradient_norm = objective.gradient_norm(),
                                            .status = Status::stopped,
                                            .message = "stopped on request"});
}

}  // namespace

Fit flat_regression(const Samples& x, const Pairs& pairs, Matrix start,
                    const SolverOptions& options, const Run& run) {
  if (options.solver != "online") return remarked(batch(x, pairs, start, options, run), pairs);
  const PairProblem problem(x, pairs);
  match_scale(start, problem, run);
  if (const auto* sparse = std::get_if<SparseMatrix>(&x.storage())) {
    return remarked(fit_online(LazyFlat(*sparse, pairs, start), problem, options, run), pairs);
  }
  const PsdFlat manifold(start.rows(), start.cols());
  return remarked(fit_on(manifold, problem, std::move(start), options, run), pairs);
}

}  // namespace mahala
