/// @file
/// What the lazy forms of fixed-rank similarities share: their start, their small products and when
/// rounding is put right.
#pragma once

#include <cmath>
#include <string_view>
#include <type_traits>

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

 private:
  static constexpr bool single = std::is_same_v<Scalar, float>;
  static constexpr double most_kappa = single ? 1e2 : 1e3;
  static constexpr Index steps_between_inverses = 1024;
  static constexpr Index steps_between_sums = single ? 100'000 : 1'000'000;

  Index steps_ = 0, seen_ = 0, summed_ = 0;
  bool suspicious_ = false;
};

/// The Frobenius condition number of a pair of inverse matrices, over their size.
inline double kappa(const Panel& s, const Panel& q) {
  return s.view().norm() * q.view().norm() / static_cast<double>(s.rows());
}

}  // namespace mahala
