/// @file
/// What a solver may ask of a search space.
#pragma once

#include <concepts>

#include "mahala/core/random.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

/// A Riemannian manifold, written as a plain class with seven functions. Points and
/// tangent vectors are whatever representation suits the geometry; tangent vectors must
/// support +, - and scaling by a double.
///
///   inner(p, u, v)       <u, v>_p
///   gradient(p, e)       the tangent vector that represents the derivative whose
///                        partial derivatives in the stored coordinates are e
///   project(p, e)        tangent vector closest to e
///   retract(p, u)        R_p(u) with R_p(0) = p and dR_p(0) = id
///   transport(p, q, u)   u carried from p to q
///   random_point(rng), random_tangent(p, rng)
///
/// tests/support/manifold_laws.hpp holds the laws every model must obey.
template <class M>
concept Manifold = requires(const M& m, const typename M::Point& p, const typename M::Tangent& u,
                            Rng& rng) {
  { m.inner(p, u, u) } -> std::convertible_to<double>;
  { m.gradient(p, u) } -> std::convertible_to<typename M::Tangent>;
  { m.project(p, u) } -> std::convertible_to<typename M::Tangent>;
  { m.retract(p, u) } -> std::convertible_to<typename M::Point>;
  { m.transport(p, p, u) } -> std::convertible_to<typename M::Tangent>;
  { m.random_point(rng) } -> std::convertible_to<typename M::Point>;
  { m.random_tangent(p, rng) } -> std::convertible_to<typename M::Tangent>;
};

}  // namespace mahala
