/// @file
/// What a solver may ask of a search space of positive semidefinite matrices.
#pragma once

#include <concepts>

#include "mahala/core/random.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

/// A Riemannian manifold whose points stand for matrices W = G G^T, written as a plain class
/// with a few functions. Points and tangent vectors are whatever representation suits the
/// geometry; tangent vectors support +, - and scaling by a double.
///
///   factor(p)            G, d x r, with W = G G^T
///   gradient(p, eg)      the gradient of a function f of W whose derivative E = df/dW is known
///                        through the product E G alone: no geometry needs more
///   inner(p, u, v)       <u, v>_p
///   project(p, u)        the tangent vector closest to u
///   retract(p, u)        R_p(u) with R_p(0) = p and dR_p(0) = id
///   transport(p, q, u)   u carried from p to q
///   distance_moved(p, q) |q - p| / |p| in the coordinates the stopping rule compares
///   random_point(rng), random_tangent(p, rng)
///
/// tests/support/manifold_laws.hpp holds the laws every model must obey.
template <class M>
concept Manifold = requires(const M& m, const typename M::Point& p, const typename M::Tangent& u,
                            const Matrix& eg, Rng& rng) {
  { m.factor(p) } -> std::convertible_to<Matrix>;
  { m.gradient(p, eg) } -> std::convertible_to<typename M::Tangent>;
  { m.inner(p, u, u) } -> std::convertible_to<double>;
  { m.project(p, u) } -> std::convertible_to<typename M::Tangent>;
  { m.retract(p, u) } -> std::convertible_to<typename M::Point>;
  { m.transport(p, p, u) } -> std::convertible_to<typename M::Tangent>;
  { m.distance_moved(p, p) } -> std::convertible_to<double>;
  { m.random_point(rng) } -> std::convertible_to<typename M::Point>;
  { m.random_tangent(p, rng) } -> std::convertible_to<typename M::Tangent>;
};

/// |b - a| / |a| of two matrices of coordinates.
inline double relative_change(const Matrix& a, const Matrix& b) {
  return (b - a).norm() / a.norm();
}

}  // namespace mahala
