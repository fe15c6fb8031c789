#include "mahala/learn/riemannian/wide_rounds.hpp"

#include <algorithm>

namespace mahala {

bool learns_wide(const Dataset& data, const StartOptions& from, const SolverOptions& options,
                 const Run& run) {
  return from.rank > 0 && from.rank < wide_rank(data) && from.start == FactorStart::pca &&
         run.start == nullptr && options.solver != Solver::online && in_rounds(options.rounds, run);
}

Fit wide_rounds(const Dataset& data, const Pairs& pairs, Index rank, const SolverOptions& options,
                const Run& run, const RoundSolver& solve) {
  const auto rounds = [&](const Samples& x, const Matrix& start) {
    return learn_in_rounds(x, pairs_in(Samples(x.project(start)), pairs, run), start,
                           options.rounds, options.descent.max_iterations, run, solve);
  };
  const Matrix axes = start_factor(data, {.rank = wide_rank(data)}, {.seed = run.seed});
  const Fit wide =
      rounds(Samples(data.x.project(axes)), Matrix::Identity(axes.cols(), axes.cols()));
  const Matrix learned = axes * wide.model.left;
  const Samples y(data.x.project(learned));
  const Matrix start = principal_axes(y, rank);
  Fit fit = wide;
  if (wide.status == Status::converged || wide.status == Status::budget_spent) {
    fit = continued(wide, rounds(y, start));
  } else {
    fit.model.left = start;  // it was stopped, or diverged
  }
  fit.model.left = learned * fit.model.left;
  return fit;
}

}  // namespace mahala
