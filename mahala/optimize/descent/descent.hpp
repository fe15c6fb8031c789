/// @file
/// Steepest descent with backtracking on a manifold.
///
///   p <- R_p(-s g),  g = grad f(p),  s the first of s0, s0/2, s0/4, ... with
///
///   f(R_p(-s g)) <= f(p) - decrease s |g|^2,      s0 = first_step / |g|.          (1)
///
/// It ends as soon as one of
///
///   f <= tolerance,   |f+ - f| <= tolerance f,   |G+ - G| <= tolerance |G|         (2)
///
/// holds, the gradient vanishes or no step satisfies (1) down to the rounding of f.
///
/// Reference: Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), equations (22) and (24).
/// Differs: as printed, (22) lacks -s and accepts steps that raise f, and the second rule of
/// (24) lacks the absolute value and always stops at once.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <span>
#include <string>
#include <vector>

#include "mahala/core/option.hpp"
#include "mahala/core/run.hpp"
#include "mahala/optimize/run_record.hpp"

namespace mahala {

struct DescentOptions {
  double tolerance = 1e-5;      ///< of the three rules (2); >= 0
  Index max_iterations = 1000;  ///< >= 0
  double first_step = 100;      ///< length |s0 g| tried first; > 0
  double decrease = 0.5;        ///< the constant of (1); in [0, 0.9]
  Index max_halvings = 60;      ///< per search; >= 0
};

/// Of any descent.
Options describe_stopping(DescentOptions& options);

/// Of Armijo's rule.
Options describe_armijo(DescentOptions& options);

/// A smooth function at a current point, and along the ray of steepest descent from it.
/// Each model keeps what makes its trials cheap.
///
///   value()              f at the current point
///   gradient_norm()      |grad f| there, in the metric of the manifold; prepares aim
///   aim()                prepares trials along R_p(-s grad f)
///   trials(s, f)         f at several steps at once; at most `most_trials` of them
///   move(s, f)           makes the trial point of value f the current one; returns
///                        |G+ - G| / |G|
template <class F>
concept RayObjective = requires(F& f, double step, std::span<const double> steps,
                                std::span<double> values) {
  { f.value() } -> std::convertible_to<double>;
  { f.gradient_norm() } -> std::convertible_to<double>;
  f.aim();
  f.trials(steps, values);
  { f.move(step, step) } -> std::convertible_to<double>;
  { F::most_trials } -> std::convertible_to<Index>;
};

/// How a descent went; the point itself stays in the objective.
struct Descent {
  double objective = 0;
  double gradient_norm = 0;  ///< at the last point
  Index iterations = 0;
  Status status = Status::budget_spent;
  std::string message = {};
  std::vector<Progress> trace = {};
};

/// One accepted step of a line search.
struct Accepted {
  double step = 0, value = 0;
  Index halvings = -1;  ///< -1: none was accepted
};

/// The first step of (1) for an objective whose gradient has the given norm.
template <RayObjective F>
Accepted backtrack(F& f, double norm, const DescentOptions& options) {
  const double value = f.value();
  std::array<double, F::most_trials> steps, values;
  double step = options.first_step / norm;
  for (Index tried = 0; tried <= options.max_halvings;) {
    // Halvings are tried several at a time: one pass over the data serves them all.
    const Index count = std::min<Index>(F::most_trials, options.max_halvings + 1 - tried);
    for (Index t = 0; t < count; ++t, step /= 2) steps[static_cast<std::size_t>(t)] = step;
    f.trials({steps.data(), static_cast<std::size_t>(count)},
             {values.data(), static_cast<std::size_t>(count)});
    for (std::size_t t = 0; t < static_cast<std::size_t>(count); ++t, ++tried) {
      // Written so that a trial that is not a number is refused.
      if (values[t] <= value - options.decrease * steps[t] * norm * norm) {
        return {steps[t], values[t], tried};
      }
    }
  }
  return {};
}

namespace detail {

/// Which of the rules (2) holds after a step, in words; "" if none.
inline std::string finished(double before, double after, double change, double tolerance) {
  if (after <= tolerance) return fmt::format("the objective fell below {:g}", tolerance);
  if (std::abs(after - before) <= tolerance * before) {
    return fmt::format("the objective changed by less than {:g} of itself", tolerance);
  }
  if (change <= tolerance) {
    return fmt::format("the factor changed by less than {:g} of itself", tolerance);
  }
  return {};
}

/// True if the shortest step of a search was to lower f by less than its rounding.
inline bool is_resolved(double objective, double norm, const DescentOptions& options) {
  const double shortest =
      std::ldexp(options.first_step, -static_cast<int>(options.max_halvings)) / norm;
  return shortest * norm * norm <= std::numeric_limits<double>::epsilon() * objective;
}

}  // namespace detail

/// The record of a descent, and the rules that end every one.
class DescentRecord {
 public:
  /// Keeps a reference to the run.
  DescentRecord(double value, Index last_step, const Run& run)
      : record_(run, last_step), value_(value) {}

  double value() const { return value_; }
  Index steps() const { return record_.steps(); }

  /// The descent is over once the gradient of the point it has reached is known.
  void converge(std::string why) { why_ = std::move(why); }

  void move_to(double value) {
    value_ = value;
    record_.next();
  }

  /// What the descent carries from step to step: its objective, and what finds directions.
  void keeps(Keep carried) {
    record_.keeps([this, carried = std::move(carried)](Archive& archive) {
      archive("value", value_);
      archive("gradient_norm", gradient_norm_);
      archive("why", why_);
      carried(archive);
    });
  }
  bool is_over() { return record_.is_over(); }

  /// True if the descent ends at a point whose gradient has this norm.
  bool over(double gradient_norm) {
    gradient_norm_ = gradient_norm;
    record_.note(value_, gradient_norm);
    if (record_.converged(why_)) return true;
    if (!std::isfinite(gradient_norm)) return end_without_gradient();
    return record_.stopped() || (gradient_norm == 0 && converged("the gradient vanished")) ||
           record_.spent();
  }

  /// True if there is nothing to descend from.
  bool is_lost() {
    if (std::isfinite(value_)) return false;
    gradient_norm_ = std::numeric_limits<double>::quiet_NaN();
    return end(Status::diverged, "the objective is not finite at the start");
  }

  bool end(Status status, std::string message) { return record_.end(status, std::move(message)); }
  bool converged(std::string why) { return record_.converged(std::move(why)); }

  /// As RunRecord's.
  template <class Part>
  bool makes(Part&& part) {
    return record_.makes(std::forward<Part>(part));
  }

  Descent result() const {
    return record_.into(Descent{.objective = value_, .gradient_norm = gradient_norm_});
  }

 private:
  /// A point that was reached by lowering a finite objective is worth keeping.
  bool end_without_gradient() {
    if (steps() == 0) return end(Status::diverged, "the gradient is not finite");
    return end(Status::budget_spent, "the gradient is not finite any more: the last point is kept");
  }

  RunRecord record_;
  double value_, gradient_norm_ = 0;
  std::string why_;
};

namespace detail {

template <RayObjective F>
void make_steps(F& f, const DescentOptions& options, DescentRecord& record) {
  if constexpr (Kept<F>) {
    record.keeps([&f](Archive& archive) { archive("objective", f); });
  }
  while (!record.is_over()) {
    const double norm = f.gradient_norm(), before = record.value();
    if (record.over(norm)) return;
    f.aim();
    const Accepted accepted = backtrack(f, norm, options);
    if (accepted.halvings < 0) {
      is_resolved(before, norm, options)
          ? record.end(Status::converged, "no step lowers the objective further")
          : record.end(Status::budget_spent, "the line search ran out of halvings");
      return;
    }
    const double change = f.move(accepted.step, accepted.value);
    record.move_to(accepted.value);
    record.converge(finished(before, accepted.value, change, options.tolerance));
  }
}

}  // namespace detail

/// Runs until (2), the budget, the monitor or the watch ends it.
template <RayObjective F>
Descent descend(F& f, const DescentOptions& options, const Run& run = {}) {
  DescentRecord record(f.value(), options.max_iterations, run);
  if (!record.is_lost()) record.makes([&] { detail::make_steps(f, options, record); });
  return record.result();
}

}  // namespace mahala
