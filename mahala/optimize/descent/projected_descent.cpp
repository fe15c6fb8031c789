#include "mahala/optimize/descent/projected_descent.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

constexpr double first_relative_change = 0.01;  ///< of W, in the first step
constexpr double smallest_step = 1e-12;  ///< relative to W; below it nothing changes any more
constexpr Index bold_steps = 20;

}  // namespace

Matrix psd_factor(const Matrix& w) {
  const Spectrum s = symmetric_eigen(symmetric_part(w));
  const double floor = std::numeric_limits<double>::epsilon() * static_cast<double>(w.rows()) *
                       s.values.cwiseAbs().maxCoeff();
  Index kept = 0;
  while (kept < s.values.size() && s.values[kept] > floor) ++kept;
  if (kept == 0) return Matrix::Zero(w.rows(), 1);
  return s.vectors.leftCols(kept) * s.values.head(kept).cwiseSqrt().asDiagonal();
}

Descent descend_projected(const SmoothFunction& f, Matrix& w, double tolerance,
                          Index max_iterations, const Run& run) {
  const Stopwatch watch;
  Matrix derivative, trial_derivative;
  Descent result{.objective = f(psd_factor(w), derivative)};
  double step = first_relative_change * w.norm() /
                std::max(derivative.norm(), std::numeric_limits<double>::min());
  const auto end = [&](Status status, std::string message) {
    result.status = status;
    result.message = std::move(message);
    return result;
  };
  for (bool small = false;; ++result.iterations) {
    result.trace.push_back({.step = result.iterations,
                            .last_step = max_iterations,
                            .objective = result.objective,
                            .seconds = watch.seconds()});
    if (!std::isfinite(result.objective) || !derivative.allFinite()) {
      return end(Status::diverged, "the objective is not finite at the start");
    }
    if (run.monitor && !run.monitor(result.trace.back())) {
      return end(Status::stopped, "stopped on request");
    }
    if (small)
      return end(
          Status::converged,
          fmt::format("a step lowered the objective by less than {:g} of itself", tolerance));
    if (result.iterations == max_iterations)
      return end(Status::budget_spent, "the iteration budget is spent");
    if (step * derivative.norm() <= smallest_step * w.norm())
      return end(Status::converged, "no step lowers the objective further");
    const Matrix g = psd_factor(w - step * derivative);
    const double value = f(g, trial_derivative);
    if (!(value <= result.objective)) {
      step /= 2;
      continue;
    }
    const Matrix next = g * g.transpose();
    result.gradient_norm =
        (next - w).norm() / std::max(next.norm(), std::numeric_limits<double>::min());
    small =
        result.iterations > bold_steps && result.objective - value <= tolerance * std::abs(value);
    w = next;
    derivative.swap(trial_derivative);
    result.objective = value;
    step *= result.iterations < bold_steps ? 1.5 : 1.01;
  }
}

}  // namespace mahala
