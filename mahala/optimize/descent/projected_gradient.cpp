#include "mahala/optimize/descent/projected_gradient.hpp"

#include <cmath>
#include <deque>
#include <limits>

#include "mahala/core/linalg/symmetric.hpp"

namespace mahala {
namespace {

constexpr int most_projected_halvings = 60;

/// The last ten values.
class Window {
 public:
  void add(double value) {
    if (full()) values_.pop_front();
    values_.push_back(value);
  }
  void keep(Archive& archive) {
    std::vector<double> all(values_.begin(), values_.end());
    archive("values", all);
    values_.assign(all.begin(), all.end());
  }
  double highest() const { return *std::max_element(values_.begin(), values_.end()); }

  /// Why it is time to end, the best value ever being `best`; "" if it is not.
  std::string stalled(double best, double tolerance) const {
    if (!full() || !(highest() - best <= tolerance * std::abs(best))) return "";
    return fmt::format("ten steps lowered the objective by less than {:g} of itself", tolerance);
  }

 private:
  bool full() const { return values_.size() == 10; }

  std::deque<double> values_;
};

/// One step along p; its value is infinite if none was good enough.
Place backtracked(const SmoothFunction& f, const Place& at, const Matrix& p, double ceiling) {
  const double slope = entry_product(at.gradient, p);
  Place trial;
  double t = 1;
  for (int k = 0; k < most_projected_halvings; ++k, t /= 2) {
    trial.point = at.point + t * p;
    trial.value = f(trial.point, trial.gradient);
    if (trial.value <= ceiling + sufficient_decrease * t * slope && trial.gradient.allFinite()) {
      return trial;
    }
  }
  return {};
}

/// The step of Barzilai and Borwein, or twice the last where there is no curvature.
double spectral_step(const Place& before, const Place& after, double last) {
  const Matrix s = after.point - before.point, y = after.gradient - before.gradient;
  const double sy = entry_product(s, y), step = sy > 0 ? s.squaredNorm() / sy : 2 * last;
  return std::isfinite(step) && step > 0 ? step : last;
}

Matrix projected_step(const Place& at, double a, const Projection& project) {
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
  Place at = place_at(f, std::move(point)), best = at;
  RunRecord record(run, options.max_iterations);
  Window last;
  double step = first_step(at);
  record.keeps([&](Archive& archive) {
    archive("at", at);
    archive("best", best);
    archive("last", last);
    archive("step", step);
  });
  for (; !record.is_over(); record.next()) {
    record.note(at.value, at.gradient.norm());
    if (!std::isfinite(at.value) || !at.gradient.allFinite()) {
      record.end(Status::diverged, "the objective is not finite at the start");
      break;
    }
    if (record.stopped() || record.converged(good_enough ? good_enough() : "")) break;
    last.add(at.value);
    if (record.converged(last.stalled(best.value, options.tolerance)) || record.spent()) break;
    const Matrix p = projected_step(at, step, project);
    if (p.norm() == 0 && record.converged("the projected gradient vanished")) break;
    Place next;
    if (!record.makes([&] { next = backtracked(f, at, p, last.highest()); })) break;
    if (std::isinf(next.value) && record.converged("no step lowers the objective further")) break;
    step = spectral_step(at, next, step);
    at = std::move(next);
    if (at.value <= best.value) best = at;
  }
  record.revise(best.value);
  const double gradient_norm = projected_step(best, 1, project).norm();
  point = std::move(best.point);
  return record.into(Descent{.objective = best.value, .gradient_norm = gradient_norm});
}

}  // namespace mahala
