/// @file
/// Any problem on any geometry, as an objective to descend (optimize/descent.hpp): a trial is
/// a retraction and one evaluation of the cost. Geometries with cheaper trials have objectives
/// of their own (pair_regression.hpp, polar_pair_regression.hpp).
#pragma once

#include <cmath>

#include "mahala/geometry/manifold.hpp"
#include "mahala/optimize/descent.hpp"
#include "mahala/optimize/problem.hpp"

namespace mahala {

template <Manifold M>
class ManifoldObjective {
 public:
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
    gradient_ = manifold_.gradient(point_, problem_.slope(factor()));
    return std::sqrt(std::max(manifold_.inner(point_, gradient_, gradient_), 0.0));
  }

  void aim() {}

  void trials(std::span<const double> steps, std::span<double> values) {
    for (std::size_t t = 0; t < steps.size(); ++t) {
      trial_ = manifold_.retract(point_, -steps[t] * gradient_);
      values[t] = problem_.cost(manifold_.factor(trial_));
    }
  }

  /// The step must be the one tried last.
  double move(double, double value) {
    const double change = manifold_.distance_moved(point_, trial_);
    std::swap(point_, trial_);
    value_ = value;
    return change;
  }

 private:
  M manifold_;
  const Problem& problem_;
  typename M::Point point_, trial_ = {};
  typename M::Tangent gradient_ = {};
  double value_;
};

}  // namespace mahala
