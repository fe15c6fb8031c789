/// @file
/// What the lazy forms of fixed-rank similarities share: tall factors with the inverses of their
/// Gram matrices, a small core with its inverse, and when rounding is put right.
#pragma once

#include <cmath>
#include <span>
#include <string_view>
#include <type_traits>

#include "mahala/core/linalg/tall_matrix.hpp"
#include "mahala/geometry/gram_inverse.hpp"
#include "mahala/geometry/rank_step.hpp"

namespace mahala {

/// A step without a bound may not divide a determinant of a Gram matrix by more than 1 / this.
constexpr double least_growth = 1e-10;

/// Error unless 1 <= columns <= rows and the columns are finite and independent to 7 digits.
void require_full_rank(const Matrix& factor, std::string_view name);

Panel identity_panel(Index k);

/// Column i of x by column j of y, both counted from a first one.
template <int L>
Small<L> inner(const Panel& x, Index first_x, const Panel& y, Index first_y, Index l) {
  Small<L> out(l, l);
  for (Index j = 0; j < l; ++j) {
    for (Index i = 0; i < l; ++i) {
      out(i, j) = x.view().col(first_x + i).dot(y.view().col(first_y + j));
    }
  }
  return out;
}

/// out = x m, of the first columns of x.
template <int L>
void combine(const Panel& x, const Small<L>& m, Panel& out) {
  out.resize(x.rows(), m.cols());
  out.view().noalias() = x.view().leftCols(m.rows()).lazyProduct(m);
}

/// When to take inverses anew, and when to sum Gram matrices anew.
template <class Scalar>
class Upkeep {
 public:
  /// After a step that multiplied determinants of Gram matrices by no less and no more than these.
  void saw(double least, double most) {
    ++steps_;
    suspicious_ |= least < 1e-3 || most > 1e6;
  }

  enum class Due { nothing, inverses, grams };
  Due due() {
    if (steps_ - summed_ >= steps_between_sums) return summed_ = seen_ = steps_, Due::grams;
    if (!suspicious_ && steps_ - seen_ < steps_between_inverses) return Due::nothing;
    seen_ = steps_;
    suspicious_ = false;
    return Due::inverses;
  }

  /// S and the Gram matrices should be as well-conditioned as W allows.
  static bool too_ill(double kappa_of_s, double kappa_of_grams) {
    return !(kappa_of_s <= most_kappa && kappa_of_grams <= 1e12);
  }

  void keep(Archive& archive) {
    archive("steps", steps_);
    archive("seen", seen_);
    archive("summed", summed_);
    archive("suspicious", suspicious_);
  }

 private:
  static constexpr bool single = std::is_same_v<Scalar, float>;
  static constexpr double most_kappa = single ? 1e2 : 1e3;
  static constexpr Index steps_between_inverses = 1024;
  static constexpr Index steps_between_sums = single ? 100'000 : 1'000'000;

  Index steps_ = 0, seen_ = 0, summed_ = 0;
  bool suspicious_ = false;
};

/// S, k x k, with its inverse Q.
struct LazyCore {
  Panel s = {}, q = {};

  void reset(Index k) { s = q = identity_panel(k); }

  void keep(Archive& archive) {
    archive("s", s);
    archive("q", q);
  }

  /// S += [a] omega b^T, Q -= x inverse_omega [y]^T, of the first columns of a; `more` is scratch.
  template <int L>
  void change(const Panel& a, const Small<L>& omega, const Panel& b, const Panel& x,
              const Small<L>& inverse_omega, const Panel& y, Panel& more) {
    combine<L>(a, omega, more);
    add_product(s, more, b);
    combine<L>(x, -inverse_omega, more);
    add_product(q, more, y);
  }

  /// The Frobenius condition number over the size.
  double kappa() const { return s.view().norm() * q.view().norm() / static_cast<double>(s.rows()); }
};

/// A tall factor F with the inverse of F^T F.
template <class Scalar>
class LazyFactor {
 public:
  /// Error naming it unless it has full column rank.
  void start(const Matrix& f, std::string_view name) {
    require_full_rank(f, name);
    tall_ = TallMatrixOf<Scalar>(f);
    sum_gram();
  }

  TallMatrixOf<Scalar>& tall() { return tall_; }
  const TallMatrixOf<Scalar>& tall() const { return tall_; }
  GramInverse& gram() { return gram_; }

  /// u = F^T x, one column each.
  void see(const SparseView& x, Panel& u) const {
    u.resize(tall_.cols(), 1);
    tall_.gather(x, u.view().col(0));
  }
  void see(std::span<const SparseView> x, Panel& u) const {
    u.resize(tall_.cols(), std::ssize(x));
    Index l = 0;
    for (const SparseView& each : x) tall_.gather(each, u.view().col(l++));
  }

  /// The Gram matrix and its inverse as they are after F += X c^T, X seen as u, X^T X = xx:
  /// H -= h n h^T. `more` is scratch.
  template <int L>
  void foresee(const Panel& h, const MatrixView& n, const Panel& u, const Small<L>& xx,
               const Panel& c, Panel& more) {
    combine<L>(c, xx / 2, more);
    more.view() += u.view();
    gram_.change(h, n, more, c);
  }

  /// F += X c^T.
  void add(const SparseView& x, const Panel& c) { tall_.scatter(x, c.view().col(0)); }
  void add(std::span<const SparseView> x, const Panel& c) {
    for (std::size_t l = 0; l < x.size(); ++l) {
      tall_.scatter(x[l], c.view().col(static_cast<Index>(l)));
    }
  }

  void sum_gram() { gram_.reset(tall_.gram()); }

  void multiply(const Matrix& right) {
    tall_.multiply(right);
    sum_gram();
  }

  void keep(Archive& archive) {
    archive("tall", tall_);
    archive("gram", gram_);
  }

 private:
  TallMatrixOf<Scalar> tall_;
  GramInverse gram_;
};

}  // namespace mahala
