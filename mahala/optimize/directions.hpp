/// @file
/// Where to go next, given the gradient g at a point and P(g), its preconditioned form. Every
/// direction h points uphill, <g, h> > 0: points move along R(-s h).
///
/// Each model has `next(f)`, the direction at the current point of an objective, and `forget()`,
/// after which the next one is P(g). Vectors of earlier points are carried to the current one by
/// the objective (f.carry), who knows the geometry.
#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <optional>

#include "mahala/core/types.hpp"
#include "mahala/optimize/two_loops.hpp"

namespace mahala {

/// h = P(g).
template <class F>
class SteepestDirections {
 public:
  void forget() {}
  typename F::Direction next(F& f) { return f.precondition(f.gradient()); }
};

/// Nonlinear conjugate gradients,
///
///   h = P(g) + beta h_old,   beta = max(0, <g - g_old, P(g)> / <g_old, P(g_old)>).
///
/// Reference: Polak, Ribiere 1969, with the restart of Powell 1984 (beta >= 0).
template <class F>
class ConjugateDirections {
 public:
  using Direction = typename F::Direction;

  void forget() { last_.reset(); }

  Direction next(F& f) {
    const Direction z = f.precondition(f.gradient());
    const double product = f.inner(f.gradient(), z);
    Direction h = z;
    if (last_ && last_->product > 0) {
      const double change = product - f.inner(f.carry(last_->gradient), z);
      const double beta = std::max(0.0, change / last_->product);
      h = z + beta * f.carry(last_->h);
    }
    last_ = Last{f.gradient(), h, product};
    return h;
  }

 private:
  struct Last {
    Direction gradient, h;
    double product;  ///< <g, P(g)>
  };
  std::optional<Last> last_;
};

/// Limited-memory BFGS: the two-loop recursion (two_loops.hpp) over the last steps s and changes y
/// of the gradient, from <s, y> / <y, P(y)> P in the place of a multiple of the identity.
template <class F>
class QuasiNewtonDirections {
 public:
  using Direction = typename F::Direction;

  explicit QuasiNewtonDirections(Index memory) : memory_(static_cast<std::size_t>(memory)) {}

  void forget() {
    changes_.clear();
    last_.reset();
  }

  Direction next(F& f) {
    remember(f);
    const auto inner = [&f](const Direction& u, const Direction& v) { return f.inner(u, v); };
    const auto start = [&](const Direction& u) -> Direction {
      return scale(f) * f.precondition(u);
    };
    Direction q = two_loops(changes_, Direction(f.gradient()), inner, start);
    last_ = Last{f.gradient(), q};
    return q;
  }

 private:
  struct Last {
    Direction gradient, h;
  };
  using Change = RememberedStep<Direction>;

  /// The size of P that the last change asks for.
  double scale(F& f) const {
    if (changes_.empty()) return 1;
    const Change& last = changes_.back();
    const double found = last.sy / f.inner(last.y, f.precondition(last.y));
    return std::isfinite(found) && found > 0 ? found : 1;
  }

  /// Carries what is known here and adds the last step; its length cancels in s / <s, y>, but
  /// not its sign: points moved along -h.
  void remember(F& f) {
    for (Change& each : changes_) {
      each.s = f.carry(each.s);
      each.y = f.carry(each.y);
      each.sy = f.inner(each.s, each.y);
    }
    if (!last_) return;
    Direction s = -f.last_step() * f.carry(last_->h);
    Direction y = f.gradient() - f.carry(last_->gradient);
    const double sy = f.inner(s, y);
    std::erase_if(changes_, [](const Change& each) { return !(each.sy > 0); });
    // A step without positive curvature would make the inverse Hessian indefinite.
    if (!(sy > 1e-14 * std::sqrt(f.inner(s, s) * f.inner(y, y)))) return;
    if (changes_.size() == memory_) changes_.pop_front();
    changes_.push_back({std::move(s), std::move(y), sy});
  }

  std::size_t memory_;
  std::deque<Change> changes_;
  std::optional<Last> last_;
};

/// Newton's direction, the h with Hess h = g, as far as preconditioned conjugate gradients get in
/// `most` products: they end when |g - Hess h| has fallen by min(1/2, sqrt(|g| / |g_0|)), or where
/// the curvature is not positive; the direction of that is taken if it is the first. The exact
/// search along h makes a trust region unnecessary.
///
/// Reference: Nocedal, Wright, "Numerical Optimization", 2006, algorithm 7.1.
template <class F>
class NewtonDirections {
 public:
  using Direction = typename F::Direction;

  NewtonDirections(bool gauss_newton, Index most) : gauss_newton_(gauss_newton), most_(most) {}

  void forget() {}

  Direction next(F& f) {
    Direction rest = f.gradient();
    const double norm = std::sqrt(f.inner(rest, rest));
    if (first_ == 0) first_ = norm;
    const double enough = std::min(0.5, std::sqrt(norm / first_)) * norm;
    Direction z = f.precondition(rest), p = z;
    Direction h = 0.0 * p;
    double product = f.inner(rest, z);
    for (Index k = 0; k < most_ && std::sqrt(f.inner(rest, rest)) > enough; ++k) {
      const Direction curved = f.curvature(p, gauss_newton_);
      const double bend = f.inner(p, curved);
      if (!(bend > 0)) return k == 0 ? p : h;
      const double step = product / bend;
      h = h + step * p;
      rest = rest - step * curved;
      z = f.precondition(rest);
      const double next = f.inner(rest, z);
      p = z + (next / product) * p;
      product = next;
    }
    return h;
  }

 private:
  bool gauss_newton_;
  Index most_;
  double first_ = 0;  ///< |g| at the start
};

}  // namespace mahala
