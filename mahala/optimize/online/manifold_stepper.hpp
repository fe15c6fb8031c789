/// @file
/// One stochastic step of any problem on any geometry, by its definition:
///
///   p <- R_p(-s g),   g the gradient averaged over a few observations.
///
/// States that touch fewer numbers for sparse observations are in lazy_stepper.hpp.
#pragma once

#include "mahala/core/linalg/archive.hpp"
#include "mahala/optimize/regression/manifold_gradient.hpp"

namespace mahala {

/// What online learning asks of a state.
///
///   size()                 observations there are
///   cost(which)            the objective over some of them
///   gradient_norm(which)   |g| in the metric
///   step(which, s, clip)   moves by -s g, shortened to the length `clip` if that is > 0
///   factor()               G with W = G G^T
///   squared_norm()         |G|^2
///   keep(archive)          all that steps depend on
///   gradient_norm(problem) |g| over all observations of the problem it was made for
template <class S>
concept Steppable = std::copyable<S> && Kept<S> &&
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

  double gradient_norm(std::span<const Index> which) const {
    return length_of(gradient_of(*problem_, manifold_, point_, which));
  }
  double gradient_norm(const Problem& problem) const {
    return length_of(gradient_of(problem, manifold_, point_));
  }

  void step(std::span<const Index> which, double s, double clip) {
    const auto g = gradient_of(*problem_, manifold_, point_, which);
    if (clip > 0) s = std::min(s, clip / length_of(g));
    point_ = manifold_.retract(point_, -s * g);
  }

  void keep(Archive& archive) { archive("point", point_); }

 private:
  double length_of(const typename M::Tangent& g) const { return length(manifold_, point_, g); }

  M manifold_;
  const Problem* problem_;
  typename M::Point point_;
};

}  // namespace mahala
