#include "mahala/optimize/descent/lbfgs.hpp"

#include <cmath>
#include <limits>

#include "mahala/optimize/descent/two_loops.hpp"

namespace mahala {
namespace {

constexpr double sufficient_decrease = 1e-4, curvature = 0.9;
constexpr int most_trials = 60;
constexpr double first_change = 0.1;  ///< of the point, in the first step

double dot(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

/// The last steps and changes of the gradient, oldest first.
class Curvature {
 public:
  explicit Curvature(Index most) : most_(static_cast<std::size_t>(most)) {}

  bool empty() const { return pairs_.empty(); }
  void forget() { pairs_.clear(); }

  void add(Matrix s, Matrix y) {
    const double sy = dot(s, y);
    // A step without positive curvature would make H indefinite.
    if (!(sy > 1e-14 * s.norm() * y.norm())) return;
    if (pairs_.size() == most_) pairs_.erase(pairs_.begin());
    pairs_.push_back({std::move(s), std::move(y), sy});
  }

  /// -H g.
  Matrix direction(const Matrix& g) {
    const auto start = [this](Matrix& q) {
      if (!pairs_.empty()) q *= pairs_.back().sy / pairs_.back().y.squaredNorm();
    };
    Matrix p = -g;
    two_loops(std::span(pairs_), p, dot, start);
    return p;
  }

 private:
  std::size_t most_;
  std::vector<RememberedStep<Matrix>> pairs_;
};

struct Place {
  Matrix point = {}, gradient = {};
  double value = std::numeric_limits<double>::infinity();
};

/// A step along p from `from` in the sense of Wolfe; failing that, the best that lowered f; its
/// value is infinite if none did.
Place search(const SmoothFunction& f, const Place& from, const Matrix& p, double t) {
  const double slope = dot(from.gradient, p);
  double low = 0, high = std::numeric_limits<double>::infinity();
  Place best, trial;
  for (int k = 0; k < most_trials; ++k) {
    trial.point = from.point + t * p;
    trial.value = f(trial.point, trial.gradient);
    const bool lower =
        trial.value <= from.value + sufficient_decrease * t * slope && trial.gradient.allFinite();
    if (!lower) {
      high = t;
    } else {
      best = trial;
      if (dot(trial.gradient, p) >= curvature * slope) return best;
      low = t;
    }
    const double next = std::isinf(high) ? 2 * low : (low + high) / 2;
    if (next == t || !std::isfinite(next)) break;
    t = next;
  }
  return best;
}

double first_step(const Place& at) {
  const double size = at.point.norm(), slope = at.gradient.norm();
  return (size > 0 ? first_change * size : 1) / slope;
}

}  // namespace

Options describe(LbfgsOptions& o) {
  return {
      {"tolerance", &o.tolerance, "stop when a step lowers the objective by less than this of it",
       at_least(0)},
      {"max_iterations", &o.max_iterations, "largest number of quasi-Newton steps", at_least(0)},
      {"memory", &o.memory, "steps the quasi-Newton method remembers", between(1, 1000)},
  };
}

Options describe(LbfgsOptions& o, const Condition& for_memory) {
  Options options = describe(o);
  options.back().counts_if.push_back(for_memory);
  return options;
}

Descent minimise(const SmoothFunction& f, Matrix& point, const LbfgsOptions& options,
                 const Run& run) {
  const Stopwatch watch;
  Place at{.point = std::move(point)};
  at.value = f(at.point, at.gradient);
  Descent result{.objective = at.value, .message = "the iteration budget is spent"};
  Curvature memory(options.memory);
  std::string why;  // it is time to end
  const auto end = [&](Status status, std::string message) {
    result.status = status;
    result.message = std::move(message);
    point = std::move(at.point);
    return result;
  };
  for (;; ++result.iterations) {
    result.objective = at.value;
    result.gradient_norm = at.gradient.norm();
    result.trace.push_back({.step = result.iterations,
                            .last_step = options.max_iterations,
                            .objective = at.value,
                            .gradient_norm = result.gradient_norm,
                            .seconds = watch.seconds()});
    if (!std::isfinite(at.value) || !std::isfinite(result.gradient_norm)) {
      return end(Status::diverged, "the objective is not finite at the start");
    }
    if (!why.empty()) return end(Status::converged, why);
    if (run.monitor && !run.monitor(result.trace.back())) {
      return end(Status::stopped, "stopped on request");
    }
    if (result.gradient_norm == 0) return end(Status::converged, "the gradient vanished");
    if (result.iterations == options.max_iterations) {
      return end(Status::budget_spent, "the iteration budget is spent");
    }
    const bool fresh = memory.empty();
    Place next = search(f, at, memory.direction(at.gradient), fresh ? first_step(at) : 1);
    if (std::isinf(next.value) && !fresh) {
      memory.forget();
      next = search(f, at, -at.gradient, first_step(at));
    }
    if (std::isinf(next.value)) {
      return end(Status::converged, "no step lowers the objective further");
    }
    if (at.value - next.value <= options.tolerance * std::abs(next.value)) {
      why = fmt::format("a step lowered the objective by less than {:g} of itself",
                        options.tolerance);
    }
    memory.add(next.point - at.point, next.gradient - at.gradient);
    at = std::move(next);
  }
}

}  // namespace mahala
