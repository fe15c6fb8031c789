/// @file
/// Eigen's decompositions of dense matrices behind plain functions.
///
/// Their templates take seconds to compile wherever they are used, so they are instantiated in
/// decompositions.cpp alone. Small matrices only: what is large enough for LAPACK is in linalg.hpp.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

#include "mahala/core/linalg/linalg.hpp"

namespace mahala {

/// a = L L^T.
class Cholesky {
 public:
  Cholesky() = default;
  explicit Cholesky(const Matrix& a) { compute(a); }

  void compute(const Matrix& a);  ///< allocates nothing if the size stays
  bool definite() const { return llt_.info() == Eigen::Success; }

  Vector solve(const Vector& b) const;  ///< a^{-1} b
  Matrix solve(const Matrix& b) const;
  Matrix solve_lower(const Matrix& b) const;  ///< L^{-1} b
  Matrix inverse() const;
  double log_determinant() const;

  const Matrix& lower() const { return llt_.matrixLLT(); }  ///< L; the upper half means nothing

 private:
  Eigen::LLT<Matrix> llt_;
};

/// P a = L U with partial pivoting.
class Lu {
 public:
  explicit Lu(const Matrix& a);

  Matrix solve(const Matrix& b) const;
  Matrix inverse() const;
  double determinant() const;
  double log_abs_determinant() const;
  double determinant_sign() const;  ///< -1, 0 or 1

 private:
  Eigen::PartialPivLU<Matrix> lu_;
};

/// a = Q R by Householder's reflections.
class Qr {
 public:
  explicit Qr(const Matrix& a);

  Matrix q(Index columns) const;  ///< the first columns of Q
  Matrix r() const;               ///< upper triangular, min(rows, columns) x columns
  void apply_q(Matrix& b) const;  ///< b = Q b

 private:
  Eigen::HouseholderQR<Matrix> qr_;
};

Svd jacobi_svd(const Matrix& a);   ///< the most accurate
Svd divided_svd(const Matrix& a);  ///< divide and conquer, which is faster for many columns

Vector singular_values(const Matrix& a);

/// How many singular values are above `tolerance` times the largest.
Index numerical_rank(const Matrix& a, double tolerance);

/// a^{-1}, O(n^3).
Matrix inverse(const MatrixView& a);

/// L^{-1} b for the lower half L of a square matrix.
Matrix solve_triangle(const Matrix& l, const Matrix& b);

/// a^{-1} b for symmetric a that may be indefinite (L D L^T with pivoting).
Vector solve_symmetric(const Matrix& a, const Vector& b);
Matrix solve_symmetric(const Matrix& a, const Matrix& b);

/// D of a = P^T L D L^T P: as many pivots are above rounding as a has rank.
Vector symmetric_pivots(const Matrix& a);

/// The eigenvalues of a small symmetric matrix, smallest first, without LAPACK's overhead.
Vector small_eigenvalues(const Matrix& a);

/// A^+ = (A^T A)^{-1} A^T, through a QR decomposition. Error unless A has full column rank.
Matrix pseudo_inverse(const Matrix& a);

/// (A + c d^T)^+ in O(n k). With v = A^+ c, w = c - A v, beta = 1 + d^T v, z = A^{+T} d:
///
///   D = beta^2 + |w|^2 |z|^2 = det((A + c d^T)^T (A + c d^T)) / det(A^T A),
///   (A + c d^T)^+ = A^+ + ((beta A^+ z - |z|^2 v) w^T - (|w|^2 A^+ z + beta v) z^T) / D.
///
/// One formula where the literature has three that divide by beta or |w|^2 (C. Meyer, SIAM J. Appl.
/// Math. 24 (1973)), and the fourth case is D = 0: the rank is lost. Error then.
Matrix changed_pseudo_inverse(const Matrix& a, const Matrix& inverse, const Vector& c,
                              const Vector& d);

}  // namespace mahala
