#include "mahala/learn/flat_regression.hpp"

#include "mahala/geometry/psd_flat.hpp"
#include "mahala/optimize/lazy_stepper.hpp"
#include "mahala/optimize/pair_regression.hpp"

namespace mahala {

Fit flat_regression(const Samples& x, const Pairs& pairs, Matrix start,
                    const SolverOptions& options, const Run& run) {
  if (options.solver == "batch") {
    PairRegression objective(x, pairs, std::move(start));
    return remarked(fit_by_descent(objective, options, run), pairs);
  }
  const PairProblem problem(x, pairs);
  match_scale(start, problem, run);
  if (const auto* sparse = std::get_if<SparseMatrix>(&x.storage())) {
    return remarked(fit_online(LazyFlat(*sparse, pairs, start), problem, options, run), pairs);
  }
  const PsdFlat manifold(start.rows(), start.cols());
  return remarked(fit_on(manifold, problem, std::move(start), options, run), pairs);
}

}  // namespace mahala
