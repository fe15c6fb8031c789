/// @file
/// Steps on matrices of fixed rank (geometry/fixed_rank.hpp) as they were published, with explicit
/// pseudo-inverses: O((n + m) k) a step of one column. The lazy forms (geometry/lazy_bilinear.hpp)
/// are what to use; these are what they are compared with, and what needs the factors themselves
/// rather than W (optimize/similarity/manifold_identification.hpp).
///
/// A step is p q^T, the negative gradient times a step size. With a = A^+ p, b = B^+ q, s = a.b,
/// alpha = -1/2 + 3s/8 and gamma = 1 - s/2:
///
///   A <- A + (alpha A a + gamma p) b^T,   B <- B + (alpha B b + gamma q) a^T.
///
/// Reference: Shalit, Weinshall, Chechik, JMLR 13 (2012), Algorithms 3, 4, 5 and 7; the general
/// symmetric step is derived in the same way.
#pragma once

#include "mahala/core/linalg/archive.hpp"
#include "mahala/geometry/fixed_rank.hpp"

namespace mahala {

/// W = A B^T with the pseudo-inverses of both factors.
class TextbookLoreta {
 public:
  TextbookLoreta(const Matrix& a, const Matrix& b);

  /// Error, and no step, if it would lose a rank.
  void step(const Vector& p, const Vector& q);

  /// A <- A left, B <- B right: W changes to A left right^T B^T.
  void multiply(const Matrix& left, const Matrix& right);

  const FixedRankPoint& point() const { return point_; }
  const Matrix& left_inverse() const { return a_inverse_; }
  const Matrix& right_inverse() const { return b_inverse_; }

  void keep(Archive& archive) {
    archive("a", point_.a);
    archive("b", point_.b);
    archive("a_inverse", a_inverse_);
    archive("b_inverse", b_inverse_);
  }

 private:
  FixedRankPoint point_;
  Matrix a_inverse_, b_inverse_;
};

/// W = Y Y^T with the pseudo-inverse of its factor; a step is the symmetric part of p q^T.
class TextbookLoretaPsd {
 public:
  explicit TextbookLoretaPsd(const Matrix& y);

  /// Error, and no step, if it would lose a rank.
  void step(const Vector& p, const Vector& q);

  const Matrix& factor() const { return y_; }
  const Matrix& inverse() const { return inverse_; }

 private:
  Matrix y_, inverse_;
};

/// One step along G1 G2^T, of several columns.
FixedRankPoint loreta_step(const FixedRankPoint& at, const Matrix& g1, const Matrix& g2);

/// One step along F C F^T from Y Y^T, C symmetric:  with h = Y^+ F and N = h^T h,
/// Y (I + h (-C/2 + 3/8 C N C) h^T) + F (C - C N C / 2) h^T.
Matrix loreta_psd_step(const Matrix& y, const Matrix& f, const Matrix& c);

}  // namespace mahala
