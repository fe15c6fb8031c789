/// @file
/// Stages of few pairs (optimize/regression/progressive.hpp) before a regression on all of them.
/// They are made in the flat geometry, whose steps are cheapest; every geometry of low-rank metrics
/// may go on.
#pragma once

#include "mahala/learn/regression.hpp"

namespace mahala {

/// Where the stages ended.
struct Staged {
  Matrix start;
  Index iterations = 0;
  bool stopped = false;  ///< on request
};

/// The start itself where stages are not wanted, the solver knows none, or a model to go on from
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
