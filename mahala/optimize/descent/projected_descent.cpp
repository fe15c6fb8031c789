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
  Matrix derivative, trial_derivative;
  double objective = f(psd_factor(w), derivative), change = 0;
  double step = first_relative_change * w.norm() /
                std::max(derivative.norm(), std::numeric_limits<double>::min());
  RunRecord record(run, max_iterations);
  std::string small;
  record.keeps([&](Archive& archive) {
    archive("w", w);
    archive("derivative", derivative);
    archive("objective", objective);
    archive("change", change);
    archive("step", step);
    archive("small", small);
  });
  for (; !record.is_over(); record.next()) {
    record.note(objective);
    if (!std::isfinite(objective) || !derivative.allFinite()) {
      record.end(Status::diverged, "the objective is not finite at the start");
      break;
    }
    if (record.stopped() || record.converged(small) || record.spent()) break;
    const bool vanishes = step * derivative.norm() <= smallest_step * w.norm();
    if (vanishes && record.converged("no step lowers the objective further")) break;
    const Matrix g = psd_factor(w - step * derivative);
    double value = 0;
    if (!record.makes([&] { value = f(g, trial_derivative); })) break;
    if (!(value <= objective)) {
      step /= 2;
      continue;
    }
    const Matrix next = g * g.transpose();
    change = (next - w).norm() / std::max(next.norm(), std::numeric_limits<double>::min());
    if (record.steps() > bold_steps && objective - value <= tolerance * std::abs(value)) {
      small = fmt::format("a step lowered the objective by less than {:g} of itself", tolerance);
    }
    w = next;
    derivative.swap(trial_derivative);
    objective = value;
    step *= record.steps() < bold_steps ? 1.5 : 1.01;
  }
  return record.into(Descent{.objective = objective, .gradient_norm = change});
}

}  // namespace mahala
