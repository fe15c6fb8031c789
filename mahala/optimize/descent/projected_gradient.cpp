#include "mahala/optimize/descent/projected_gradient.hpp"

#include <cmath>
#include <deque>
#include <limits>

#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

constexpr std::size_t window = 10;
constexpr double sufficient_share = 1e-4;
constexpr int most_projected_halvings = 60;
constexpr double first_move = 0.1;

double entry_product(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

struct ProjectedPlace {
  Matrix point = {}, gradient = {};
  double value = std::numeric_limits<double>::infinity();
};

/// One step along p; its value is infinite if none was good enough.
ProjectedPlace backtracked(const SmoothFunction& f, const ProjectedPlace& at, const Matrix& p,
                           double ceiling) {
  const double slope = entry_product(at.gradient, p);
  ProjectedPlace trial;
  double t = 1;
  for (int k = 0; k < most_projected_halvings; ++k, t /= 2) {
    trial.point = at.point + t * p;
    trial.value = f(trial.point, trial.gradient);
    if (trial.value <= ceiling + sufficient_share * t * slope && trial.gradient.allFinite()) {
      return trial;
    }
  }
  return {};
}

/// The step of Barzilai and Borwein, or twice the last where there is no curvature.
double spectral_step(const ProjectedPlace& before, const ProjectedPlace& after, double last) {
  const Matrix s = after.point - before.point, y = after.gradient - before.gradient;
  const double sy = entry_product(s, y), step = sy > 0 ? s.squaredNorm() / sy : 2 * last;
  return std::isfinite(step) && step > 0 ? step : last;
}

Matrix projected_step(const ProjectedPlace& at, double a, const Projection& project) {
  Matrix moved = at.point - a * at.gradient;
  project(moved);
  return moved - at.point;
}

}  // namespace

Options describe(ProjectedOptions& o) {
  return {
      {"tolerance", &o.tolerance, "stop when ten steps lower the objective by less than this of it",
       at_least(0)},
      {"max_iterations", &o.max_iterations, "largest number of gradient steps", at_least(0)},
  };
}

void drop_negative_eigenvalues(Matrix& w) {
  w = map_spectrum(symmetric_part(w), [](double v) { return std::max(v, 0.0); });
}

Descent minimise_projected(const SmoothFunction& f, const Projection& project, Matrix& point,
                           const ProjectedOptions& options, const Run& run,
                           const GoodEnough& good_enough) {
  const Stopwatch watch;
  ProjectedPlace at{.point = std::move(point)};
  at.value = f(at.point, at.gradient);
  ProjectedPlace best = at;
  std::deque<double> last;
  Descent result;
  const double size = at.point.norm();
  double step = (size > 0 ? first_move * size : 1) /
                std::max(at.gradient.norm(), std::numeric_limits<double>::min());
  const auto end = [&](Status status, std::string message) {
    result.status = status;
    result.message = std::move(message);
    result.objective = best.value;
    result.gradient_norm = projected_step(best, 1, project).norm();
    result.trace.back().objective = best.value;
    point = std::move(best.point);
    return result;
  };
  for (;; ++result.iterations) {
    result.trace.push_back({.step = result.iterations,
                            .last_step = options.max_iterations,
                            .objective = at.value,
                            .gradient_norm = at.gradient.norm(),
                            .seconds = watch.seconds()});
    if (!std::isfinite(at.value) || !at.gradient.allFinite()) {
      return end(Status::diverged, "the objective is not finite at the start");
    }
    if (run.monitor && !run.monitor(result.trace.back())) {
      return end(Status::stopped, "stopped on request");
    }
    const std::string why = good_enough ? good_enough() : "";
    if (!why.empty()) return end(Status::converged, why);
    if (last.size() == window) last.pop_front();
    last.push_back(at.value);
    const double ceiling = *std::max_element(last.begin(), last.end());
    if (last.size() == window && ceiling - best.value <= options.tolerance * std::abs(best.value)) {
      return end(Status::converged, fmt::format("ten steps lowered the objective by less than {:g} "
                                                "of itself",
                                                options.tolerance));
    }
    if (result.iterations == options.max_iterations) {
      return end(Status::budget_spent, "the iteration budget is spent");
    }
    const Matrix p = projected_step(at, step, project);
    if (p.norm() == 0) return end(Status::converged, "the projected gradient vanished");
    ProjectedPlace next = backtracked(f, at, p, ceiling);
    if (std::isinf(next.value)) {
      return end(Status::converged, "no step lowers the objective further");
    }
    step = spectral_step(at, next, step);
    at = std::move(next);
    if (at.value <= best.value) best = at;
  }
}

}  // namespace mahala
