/// @file
/// What a solver may ask of a search space of positive semidefinite matrices.
#pragma once

#include <cmath>
#include <concepts>

#include "mahala/core/random.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

/// A Riemannian manifold whose points stand for matrices W = G G^T, written as a plain class
/// with a few functions. Points and tangent vectors are whatever representation suits the
/// geometry; tangent vectors support +, - and scaling by a double.
///
///   factor(p)             G, d x r, with W = G G^T
///
///   gradient(p, em)       that of a function f of W whose derivative E = df/dW is known through
///                         the product E M alone; M is G unless there is a
///
///   probe(p)              M, for geometries that cannot do with E G
///
///   inner(p, u, v)        <u, v>_p
///
///   project(p, u)         the tangent vector closest to u
///
///   retract(p, u)         R_p(u) with R_p(0) = p and dR_p(0) = id
///
///   transport(p, q, u)    u carried from p to q
///
///   distance_moved(p, q)  |q - p| / |p| in the coordinates the stopping rule compares
///
///   random_point(rng), random_tangent(p, rng)
///
/// tests/support/manifold_laws.hpp holds the laws every model must obey.
template <class M>
concept Manifold = requires(const M& m, const typename M::Point& p, const typename M::Tangent& u,
                            const Matrix& em, Rng& rng) {
  { m.factor(p) } -> std::convertible_to<Matrix>;
  { m.gradient(p, em) } -> std::convertible_to<typename M::Tangent>;
  { m.inner(p, u, u) } -> std::convertible_to<double>;
  { m.project(p, u) } -> std::convertible_to<typename M::Tangent>;
  { m.retract(p, u) } -> std::convertible_to<typename M::Point>;
  { m.transport(p, p, u) } -> std::convertible_to<typename M::Tangent>;
  { m.distance_moved(p, p) } -> std::convertible_to<double>;
  { m.random_point(rng) } -> std::convertible_to<typename M::Point>;
  { m.random_tangent(p, rng) } -> std::convertible_to<typename M::Tangent>;
};

/// Its gradient asks for E M with an M of its own, not for E G.
template <class M>
concept HasProbe = requires(const M& m, const typename M::Point& p) {
  { m.probe(p) } -> std::convertible_to<Matrix>;
};

/// Decomposes a direction once for all the steps along it: ray(p, u).at(s) is R_p(s u) and
/// ray(p, u).factor(s) a factor of that.
template <class M>
concept HasRay = requires(const M& m, const typename M::Point& p, const typename M::Tangent& u) {
  { m.ray(p, u).at(1.0) } -> std::convertible_to<typename M::Point>;
  { m.ray(p, u).factor(1.0) } -> std::convertible_to<Matrix>;
};

/// u at unit length, or zero.
template <class M>
typename M::Tangent unit_length(const M& m, const typename M::Point& p,
                                const typename M::Tangent& u) {
  const double length = std::sqrt(m.inner(p, u, u));
  return length > 0 ? typename M::Tangent(u / length) : u;
}

/// |b - a| / |a| of two matrices of coordinates.
inline double relative_change(const Matrix& a, const Matrix& b) {
  return (b - a).norm() / a.norm();
}

}  // namespace mahala
