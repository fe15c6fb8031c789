/// @file
/// Minimisation beyond steepest descent: a direction from the last ones and from what is known of
/// the Hessian (directions.hpp), and the best step along it.
///
///   p <- R_p(-s h),   s = argmin_s f(R_p(-s h))   or nearly so.
///
/// It ends when
///
///   |g| <= tolerance^2 |g_0|,   or   f - f+ <= tolerance^2 f   in three successive steps,
///
/// the gradient vanishes or no step lowers f; g_0 is that of the start, after its size was fitted
/// where an objective knows how (resize). (Near a minimum f - f* goes with the square of the
/// distance, hence the squares.) A direction that does not descend, or along which nothing is
/// gained, is replaced by that of the preconditioned gradient.
#pragma once

#include <concepts>

#include "mahala/optimize/descent/descent.hpp"
#include "mahala/optimize/descent/directions.hpp"
#include "mahala/optimize/descent/line_search.hpp"

namespace mahala {

/// A smooth function at a current point of a manifold, for any direction.
///
///   value(), gradient_norm(), move(s, f)   as for RayObjective
///   settle()              called once the gradient is known, before precondition
///   gradient()            a tangent vector, a Direction
///   precondition(u, v)    v = P(u), or u itself
///   inner(u, v)           in the metric at the point
///   carry(u)              a vector of the last point, at this one
///   aim(h)                prepares trials along R(-s h)
///   best_step(s, slope)   the best of them, s being a guess and `slope` < 0 that of f at 0
///   last_step()           that of the last move
template <class F>
concept SmoothObjective = requires(F& f, const typename F::Direction& h, typename F::Direction& out,
                                   double s) {
  { f.value() } -> std::convertible_to<double>;
  { f.gradient_norm() } -> std::convertible_to<double>;
  f.settle();
  { f.gradient() } -> std::convertible_to<typename F::Direction>;
  f.precondition(h, out);
  { f.inner(h, h) } -> std::convertible_to<double>;
  { f.carry(h) } -> std::convertible_to<typename F::Direction>;
  f.aim(h);
  { f.best_step(s, s) } -> std::convertible_to<StepTrial>;
  { f.move(s, s) } -> std::convertible_to<double>;
  { f.last_step() } -> std::convertible_to<double>;
};

/// Knows its Hessian: curvature(h, gauss_newton, out).
template <class F>
concept CurvedObjective = SmoothObjective<F> &&
    requires(F& f, const typename F::Direction& h, typename F::Direction& out) {
  f.curvature(h, true, out);
};

enum class Method { gradient, cg, lbfgs, gauss_newton, newton };

struct SolveOptions {
  double tolerance = 1e-5;      ///< >= 0
  Index max_iterations = 1000;  ///< >= 0
  Index memory = 10;            ///< of lbfgs; >= 1
  Index inner = 20;             ///< most products with the Hessian a step (newton); >= 1
};

namespace detail {

/// The step from the current point along the next direction, which is aimed at; none where not
/// even the gradient's gives one.
template <SmoothObjective F, class Directions>
StepTrial next_trial(F& f, Directions& directions, double guess) {
  const auto along = [&](const typename F::Direction& h) {
    const double slope = -f.inner(f.gradient(), h);
    if (!(slope < 0)) return StepTrial{};
    f.aim(h);
    return f.best_step(guess / -slope, slope);
  };
  StepTrial trial = along(directions.next(f));
  if (trial.step > 0) return trial;
  directions.forget();
  trial = along(directions.next(f));
  if (trial.step > 0) return trial;
  directions.forget();  // what it would remember is not the step made
  return along(f.gradient());
}

/// Counts successive steps that hardly lower f.
class Stalling {
 public:
  explicit Stalling(double least) : least_(least) {}
  bool after(double before, double now) {
    count_ = before - now <= least_ * before ? count_ + 1 : 0;
    return count_ == 3;
  }
  void keep(Archive& archive) { archive("count", count_); }

 private:
  double least_;
  Index count_ = 0;
};

template <SmoothObjective F, class Directions>
void make_steps(F& f, Directions& directions, double least, DescentRecord& record) {
  Stalling stalling(least);
  double first_norm = 0, gain = f.value();
  if constexpr (Kept<F>) {
    record.keeps([&](Archive& archive) {
      archive("objective", f);
      archive("directions", directions);
      archive("stalling", stalling);
      archive("first_norm", first_norm);
      archive("gain", gain);
    });
  }
  while (!record.is_over()) {
    const double norm = f.gradient_norm(), before = record.value();
    if (record.steps() == 0) first_norm = norm;
    if (norm > 0 && norm <= least * first_norm) {
      record.converge(fmt::format("the gradient fell to {:g} of the first", least));
    }
    if (record.over(norm)) return;
    f.settle();
    const StepTrial trial = next_trial(f, directions, gain);
    if (!(trial.step > 0)) {
      record.end(Status::converged, "no step lowers the objective further");
      return;
    }
    f.move(trial.step, trial.value);
    // What is tracked along rays was off: so may be what the directions remember.
    if (f.value() > trial.value * (1 + 1e-8)) directions.forget();
    record.move_to(f.value());
    gain = std::max(2 * (before - f.value()), least * f.value());
    if (stalling.after(before, f.value())) {
      record.converge(
          fmt::format("three steps changed the objective by less than {:g} of itself", least));
    }
  }
}

}  // namespace detail

template <SmoothObjective F, class Directions>
Descent solve_along(F& f, Directions directions, const SolveOptions& options, const Run& run) {
  if constexpr (requires { f.resize(); }) {
    if (options.max_iterations > 0 && f.value() > 0) f.resize();
  }
  DescentRecord record(f.value(), options.max_iterations, run);
  const double least = options.tolerance * options.tolerance;
  if (!record.is_lost()) {
    record.makes([&] { detail::make_steps(f, directions, least, record); });
  }
  return record.result();
}

/// By any method the objective knows enough for.
template <SmoothObjective F>
Descent solve(F& f, Method method, const SolveOptions& options, const Run& run = {}) {
  if constexpr (CurvedObjective<F>) {
    if (method == Method::newton || method == Method::gauss_newton) {
      const bool gauss_newton = method == Method::gauss_newton;
      return solve_along(f, NewtonDirections<F>(gauss_newton, options.inner), options, run);
    }
  }
  if (method == Method::lbfgs) {
    return solve_along(f, QuasiNewtonDirections<F>(options.memory), options, run);
  }
  if (method == Method::cg) return solve_along(f, ConjugateDirections<F>(), options, run);
  return solve_along(f, SteepestDirections<F>(), options, run);
}

}  // namespace mahala
