#include "mahala/optimize/descent/lbfgs.hpp"

#include <cmath>
#include <limits>

#include "mahala/optimize/descent/two_loops.hpp"

namespace mahala {
namespace {

constexpr double curvature = 0.9;
constexpr int most_trials = 60;

/// The last steps and changes of the gradient, oldest first.
class Curvature {
 public:
  explicit Curvature(Index most) : most_(static_cast<std::size_t>(most)) {}

  bool empty() const { return pairs_.empty(); }
  void forget() { pairs_.clear(); }

  void add(Matrix s, Matrix y) {
    const double sy = entry_product(s, y);
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
    two_loops(std::span(pairs_), p, entry_product, start);
    return p;
  }

  void keep(Archive& archive) { keep_list(archive, "pairs", pairs_); }

 private:
  std::size_t most_;
  std::vector<RememberedStep<Matrix>> pairs_;
};

/// A step along p from `from` in the sense of Wolfe; failing that, the best that lowered f; its
/// value is infinite if none did.
Place search(const SmoothFunction& f, const Place& from, const Matrix& p, double t) {
  const double slope = entry_product(from.gradient, p);
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
      if (entry_product(trial.gradient, p) >= curvature * slope) return best;
      low = t;
    }
    const double next = std::isinf(high) ? 2 * low : (low + high) / 2;
    if (next == t || !std::isfinite(next)) break;
    t = next;
  }
  return best;
}

/// The next place along what is remembered, or else along the gradient.
Place next_place(const SmoothFunction& f, const Place& at, Curvature& memory) {
  const bool fresh = memory.empty();
  const Place next = search(f, at, memory.direction(at.gradient), fresh ? first_step(at) : 1);
  if (fresh || !std::isinf(next.value)) return next;
  memory.forget();
  return search(f, at, -at.gradient, first_step(at));
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

namespace {

void make_quasi_newton_steps(const SmoothFunction& f, Place& at, const LbfgsOptions& options,
                             DescentRecord& record) {
  Curvature memory(options.memory);
  record.keeps([&](Archive& archive) {
    archive("at", at);
    archive("memory", memory);
  });
  while (!record.is_over() && !record.is_lost() && !record.over(at.gradient.norm())) {
    Place next = next_place(f, at, memory);
    if (std::isinf(next.value)) {
      record.converged("no step lowers the objective further");
      return;
    }
    if (at.value - next.value <= options.tolerance * std::abs(next.value)) {
      record.converge(fmt::format("a step lowered the objective by less than {:g} of itself",
                                  options.tolerance));
    }
    memory.add(next.point - at.point, next.gradient - at.gradient);
    at = std::move(next);
    record.move_to(at.value);
  }
}

}  // namespace

Descent minimise(const SmoothFunction& f, Matrix& point, const LbfgsOptions& options,
                 const Run& run) {
  Place at{.point = std::move(point), .value = std::numeric_limits<double>::quiet_NaN()};
  Descent descent{.objective = at.value,
                  .gradient_norm = at.value,
                  .status = Status::stopped,
                  .message = "stopped before the first step"};
  const bool started = uninterrupted([&] { at.value = f(at.point, at.gradient); });
  if (started) {
    DescentRecord record(at.value, options.max_iterations, run);
    record.makes([&] { make_quasi_newton_steps(f, at, options, record); });
    descent = record.result();
  }
  point = std::move(at.point);
  return descent;
}

}  // namespace mahala
