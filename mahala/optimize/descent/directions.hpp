/// @file
/// Where to go next, given the gradient g at a point and P(g), its preconditioned form. Every
/// direction h points uphill, <g, h> > 0: points move along R(-s h).
///
/// Each model has `next(f)`, the direction at the current point of an objective, and `forget()`,
/// after which the next one is P(g). Vectors of earlier points are carried to the current one by
/// the objective (f.carry), who knows the geometry. What `next` returns is the model's own, whose
/// memory serves every step.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "mahala/core/linalg/archive.hpp"
#include "mahala/optimize/descent/two_loops.hpp"

namespace mahala {

/// h = P(g).
template <class F>
class SteepestDirections {
 public:
  using Direction = typename F::Direction;

  void forget() {}
  const Direction& next(F& f) {
    f.precondition(f.gradient(), h_);
    return h_;
  }
  void keep(Archive&) {}

 private:
  Direction h_ = {};
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

  void forget() { product_ = 0; }

  const Direction& next(F& f) {
    f.precondition(f.gradient(), z_);
    const double product = f.inner(f.gradient(), z_);
    if (product_ > 0) {
      const double change = product - f.inner(f.carry(gradient_), z_);
      const double beta = std::max(0.0, change / product_);
      h_ = z_ + beta * f.carry(h_);
    } else {
      h_ = z_;
    }
    gradient_ = f.gradient();
    product_ = product;
    return h_;
  }

  void keep(Archive& archive) {
    archive("gradient", gradient_);
    archive("h", h_);
    archive("product", product_);
  }

 private:
  Direction z_ = {};                  ///< P(g)
  Direction gradient_ = {}, h_ = {};  ///< of the last step
  double product_ = 0;                ///< <g, P(g)> of it; 0 = there is none
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
    known_ = false;
  }

  const Direction& next(F& f) {
    remember(f);
    gradient_ = f.gradient();
    h_ = gradient_;
    known_ = true;
    two_loops(
        std::span(changes_), h_,
        [&f](const Direction& u, const Direction& v) { return f.inner(u, v); },
        [&](Direction& q) {
          const double size = scale(f);
          f.precondition(q, z_);
          q = size * z_;
        });
    return h_;
  }

  void keep(Archive& archive) {
    keep_list(archive, "changes", changes_);
    archive("gradient", gradient_);
    archive("h", h_);
    archive("known", known_);
  }

 private:
  using Change = RememberedStep<Direction>;

  /// The size of P that the last change asks for.
  double scale(F& f) {
    if (changes_.empty()) return 1;
    const Change& last = changes_.back();
    f.precondition(last.y, z_);
    const double found = last.sy / f.inner(last.y, z_);
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
    if (!known_) return;
    newest_.s = -f.last_step() * f.carry(h_);
    newest_.y = f.gradient() - f.carry(gradient_);
    newest_.sy = f.inner(newest_.s, newest_.y);
    std::erase_if(changes_, [](const Change& each) { return !(each.sy > 0); });
    // A step without positive curvature would make the inverse Hessian indefinite.
    const double lengths = f.inner(newest_.s, newest_.s) * f.inner(newest_.y, newest_.y);
    if (!(newest_.sy > 1e-14 * std::sqrt(lengths))) return;
    if (changes_.size() < memory_) {
      changes_.push_back(newest_);
    } else {
      std::swap(changes_.front(), newest_);  // the memory of the oldest serves the next
      std::rotate(changes_.begin(), changes_.begin() + 1, changes_.end());
    }
  }

  std::size_t memory_;
  std::vector<Change> changes_;       ///< oldest first
  Change newest_ = {};                ///< in the making
  Direction gradient_ = {}, h_ = {};  ///< of the last step
  bool known_ = false;                ///< there is one
  Direction z_ = {};                  ///< P of something
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

  const Direction& next(F& f) {
    rest_ = f.gradient();
    const double norm = std::sqrt(f.inner(rest_, rest_));
    if (first_ == 0) first_ = norm;
    const double enough = std::min(0.5, std::sqrt(norm / first_)) * norm;
    f.precondition(rest_, z_);
    p_ = z_;
    h_ = 0.0 * p_;
    double product = f.inner(rest_, z_);
    for (Index k = 0; k < most_ && std::sqrt(f.inner(rest_, rest_)) > enough; ++k) {
      f.curvature(p_, gauss_newton_, curved_);
      const double bend = f.inner(p_, curved_);
      if (!(bend > 0)) return k == 0 ? p_ : h_;
      const double step = product / bend;
      h_ = h_ + step * p_;
      rest_ = rest_ - step * curved_;
      f.precondition(rest_, z_);
      const double next = f.inner(rest_, z_);
      p_ = z_ + (next / product) * p_;
      product = next;
    }
    return h_;
  }

  void keep(Archive& archive) { archive("first", first_); }

 private:
  bool gauss_newton_;
  Index most_;
  double first_ = 0;                                              ///< |g| at the start
  Direction rest_ = {}, z_ = {}, p_ = {}, h_ = {}, curved_ = {};  ///< of the inner iteration
};

}  // namespace mahala
