/// @file
/// One stochastic step of any problem on any geometry, by its definition:
///
///   p <- R_p(-s g),   g the gradient averaged over a few observations.
///
/// States that touch fewer numbers for sparse observations are in lazy_stepper.hpp.
#pragma once

#include <cmath>

#include "mahala/geometry/manifold.hpp"
#include "mahala/optimize/problem.hpp"

namespace mahala {

/// What online learning asks of a state.
///
///   size()                 observations there are
///   cost(which)            the objective over some of them
///   gradient_norm(which)   |g| in the metric
///   step(which, s, clip)   moves by -s g, shortened to the length `clip` if that is > 0
///   factor()               G with W = G G^T
///   squared_norm()         |G|^2
///   gradient_norm(problem) |g| over all observations of the problem it was made for
template <class S>
concept Steppable = std::copyable<S> &&
    requires(S& state, std::span<const Index> which, const Problem& problem) {
  { state.size() } -> std::convertible_to<Index>;
  { state.cost(which) } -> std::convertible_to<double>;
  { state.gradient_norm(which) } -> std::convertible_to<double>;
  state.step(which, 1.0, 0.0);
  { state.factor() } -> std::convertible_to<Matrix>;
  { state.squared_norm() } -> std::convertible_to<double>;
  { state.gradient_norm(problem) } -> std::convertible_to<double>;
};

template <Manifold M>
class ManifoldStepper {
 public:
  /// Keeps a pointer to the problem.
  ManifoldStepper(M manifold, const Problem& problem, typename M::Point start)
      : manifold_(std::move(manifold)), problem_(&problem), point_(std::move(start)) {}

  const typename M::Point& point() const { return point_; }
  Matrix factor() const { return manifold_.factor(point_); }
  Index size() const { return problem_->size(); }
  double squared_norm() const { return factor().squaredNorm(); }

  double cost(std::span<const Index> which) const { return problem_->cost(factor(), which); }

  double gradient_norm(std::span<const Index> which) const { return norm(gradient(which)); }
  double gradient_norm(const Problem& problem) const {
    return norm(manifold_.gradient(point_, problem.slope(factor())));
  }

  void step(std::span<const Index> which, double s, double clip) {
    const auto g = gradient(which);
    if (clip > 0) {
      const double length = norm(g);
      if (s * length > clip) s = clip / length;
    }
    point_ = manifold_.retract(point_, -s * g);
  }

 private:
  typename M::Tangent gradient(std::span<const Index> which) const {
    return manifold_.gradient(point_, problem_->slope(factor(), which));
  }
  double norm(const typename M::Tangent& g) const {
    return std::sqrt(std::max(manifold_.inner(point_, g, g), 0.0));
  }

  M manifold_;
  const Problem* problem_;
  typename M::Point point_;
};

}  // namespace mahala
