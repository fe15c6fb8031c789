#include "mahala/learn/riemannian/warm_start.hpp"

#include "mahala/optimize/regression/progressive.hpp"

namespace mahala {

Staged staged(const Samples& x, const Pairs& pairs, Matrix start, const SolverOptions& options,
              const Run& run) {
  Staged result{.start = std::move(start)};
  if (!options.stages || options.solver == "armijo" || run.start != nullptr) return result;
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
