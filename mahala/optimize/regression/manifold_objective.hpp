/// @file
/// Any problem on any geometry, as an objective to descend (optimize/descent/descent.hpp): a trial
/// is a retraction and one evaluation of the cost. Geometries with cheaper trials have objectives
/// of their own (pair_regression.hpp, polar_pair_regression.hpp).
#pragma once

#include <limits>

#include "mahala/geometry/log_change.hpp"
#include "mahala/optimize/descent/descent.hpp"
#include "mahala/optimize/descent/line_search.hpp"
#include "mahala/optimize/regression/manifold_gradient.hpp"

namespace mahala {

/// The ray of a manifold that has one.
template <class M>
struct ManifoldRay {
  struct type {};
};
template <HasRay M>
struct ManifoldRay<M> {
  using type = typename M::Ray;
};

/// Steps are exponentials: log_change(p, u) is how much R_p(u) changes logarithms of eigenvalues.
template <class M>
concept HasLogChange = requires(const M& m, const typename M::Point& p,
                                const typename M::Tangent& u) {
  { m.log_change(p, u) } -> std::convertible_to<double>;
};

template <Manifold M>
class ManifoldObjective {
 public:
  using Direction = typename M::Tangent;
  static constexpr Index most_trials = 1;

  /// Keeps a reference to the problem.
  ManifoldObjective(M manifold, const Problem& problem, typename M::Point start)
      : manifold_(std::move(manifold)),
        problem_(problem),
        point_(std::move(start)),
        value_(problem.cost(manifold_.factor(point_))) {}

  const typename M::Point& point() const { return point_; }
  Matrix factor() const { return manifold_.factor(point_); }

  double value() const { return value_; }

  double gradient_norm() {
    gradient_ = gradient_of(problem_, manifold_, point_);
    return length(manifold_, point_, gradient_);
  }

  void aim() { aim(gradient_); }

  void trials(std::span<const double> steps, std::span<double> values) {
    for (std::size_t t = 0; t < steps.size(); ++t) {
      if (steps[t] * log_rate_ > most_log_change) {
        values[t] = std::numeric_limits<double>::infinity();
        continue;
      }
      if constexpr (HasRay<M>) {
        values[t] = problem_.cost(ray_.factor(-steps[t]));
      } else {
        trial_ = manifold_.retract(point_, -steps[t] * direction_);
        values[t] = problem_.cost(manifold_.factor(trial_));
      }
    }
  }

  /// The step must be the one tried last.
  double move(double step, double value) {
    if constexpr (HasRay<M>) trial_ = ray_.at(-step);
    const double change = manifold_.distance_moved(point_, trial_);
    std::swap(point_, trial_);
    value_ = value;
    last_step_ = step;
    return change;
  }

  // Beyond steepest descent (optimize/descent/solve.hpp). From a move to the next trial, trial_ is
  // the point before the move.

  const Direction& gradient() const { return gradient_; }
  double inner(const Direction& a, const Direction& b) const {
    return manifold_.inner(point_, a, b);
  }
  Direction carry(const Direction& a) const { return manifold_.transport(trial_, point_, a); }
  void settle() {}
  void precondition(const Direction& a, Direction& out) const { out = a; }

  void aim(const Direction& h) {
    direction_ = h;
    if constexpr (HasRay<M>) {
      ray_ = manifold_.ray(point_, direction_);
      log_rate_ = ray_.log_change();
    } else if constexpr (HasLogChange<M>) {
      log_rate_ = manifold_.log_change(point_, direction_);
    }
  }

  StepTrial best_step(double guess, double slope) {
    return parabolic_step(*this, guess, slope, furthest_step(log_rate_));
  }
  double last_step() const { return last_step_; }

  void keep(Archive& archive) {
    archive("point", point_);
    archive("trial", trial_);
    archive("value", value_);
    archive("last_step", last_step_);
  }

 private:
  M manifold_;
  const Problem& problem_;
  typename M::Point point_, trial_ = {};
  typename M::Tangent gradient_ = {}, direction_ = {};
  typename ManifoldRay<M>::type ray_ = {};
  double value_, last_step_ = 0;
  double log_rate_ = 0;  ///< of a step of 1
};

}  // namespace mahala
