/// @file
/// The gradient of a problem at a point of a manifold.
#pragma once

#include <cmath>

#include "mahala/geometry/manifold.hpp"
#include "mahala/optimize/regression/problem.hpp"

namespace mahala {

/// Over all observations, or over those of one more argument.
template <Manifold M, class... Which>
typename M::Tangent gradient_of(const Problem& problem, const M& manifold,
                                const typename M::Point& p, const Which&... which) {
  const Matrix g = manifold.factor(p);
  if constexpr (HasProbe<M>) {
    return manifold.gradient(p, problem.slope(g, manifold.probe(p), which...));
  } else {
    return manifold.gradient(p, problem.slope(g, g, which...));
  }
}

/// |u| in the metric at p.
template <Manifold M>
double length(const M& manifold, const typename M::Point& p, const typename M::Tangent& u) {
  return std::sqrt(std::max(manifold.inner(p, u, u), 0.0));
}

}  // namespace mahala
