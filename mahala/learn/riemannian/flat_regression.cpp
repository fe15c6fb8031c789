#include "mahala/learn/riemannian/flat_regression.hpp"

#include "mahala/core/error.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/learn/riemannian/warm_start.hpp"
#include "mahala/optimize/online/lazy_stepper.hpp"
#include "mahala/optimize/regression/pair_regression.hpp"

namespace mahala {
namespace {

Fit batch(const Samples& x, const Pairs& pairs, const Matrix& start, const SolverOptions& options,
          const Run& run) {
  require(start.squaredNorm() > 0, "the start is a metric of zeros, which no step can leave");
  const Staged begun = staged(x, pairs, start, options, run);
  PairRegression objective(x, pairs, begun.start, preconditioning(options, x, pairs),
                           make_loss(options.loss, pairs));
  return fit_after(begun, objective, options, run);
}

}  // namespace

Fit flat_regression(const Samples& x, const Pairs& pairs, Matrix start,
                    const SolverOptions& options, const Run& run) {
  if (options.solver != "online") return remarked(batch(x, pairs, start, options, run), pairs);
  const Loss loss = make_loss(options.loss, pairs);
  const PairProblem problem(x, pairs, loss);
  match_scale(start, problem, run);
  if (const auto* sparse = std::get_if<SparseMatrix>(&x.storage())) {
    return remarked(fit_online(LazyFlat(*sparse, pairs, start, loss), problem, options, run),
                    pairs);
  }
  const PsdFlat manifold(start.rows(), start.cols());
  return remarked(fit_on(manifold, problem, std::move(start), options, run), pairs);
}

}  // namespace mahala
