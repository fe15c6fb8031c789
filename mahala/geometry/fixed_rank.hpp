/// @file
/// n x m matrices of rank k, W = A B^T with A n x k and B m x k of full column rank, embedded in
/// R^{n x m} with its inner product; and positive semidefinite n x n ones, W = Y Y^T.
///
/// Tangents    xi = A M B^T + A N_B^T + N_A B^T,  M k x k,  A^T N_A = 0,  B^T N_B = 0.          (1)
///
/// Projection  of an ambient Z:  M = A^+ Z B^{+T},  N_A = (I - P_A) Z B^{+T},
///             N_B = (I - P_B) Z^T A^{+T}.                                                      (2)
///
/// Retraction  R_W(xi) = Z_A Z_B^T, which agrees with the nearest matrix of rank k to W + xi up to
///             third order,
///
///               Z_A = A (I + M/2 - M^2/8) + N_A (I - M/2),
///               Z_B = B (I + M^T/2 - (M^T)^2/8) + N_B (I - M^T/2).                             (3)
///
///             It depends on W and xi and not on the factors that stand for them.
///
/// For a positive semidefinite W, A = B = Y, Z is symmetric, and the two factors of (3) agree.
///
/// Cost        O(n m k) for (2), O((n + m) k^2) for (3). geometry/lazy_bilinear.hpp makes the same
///             steps at the cost of non-zeros.
///
/// Reference   U. Shalit, D. Weinshall, G. Chechik, "Online Learning in the Embedded Manifold of
///             Low-rank Matrices", JMLR 13 (2012), sections 3 and 4.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

struct FixedRankPoint {
  Matrix a, b;

  Matrix w() const { return a * b.transpose(); }
};

struct FixedRankTangent {
  Matrix m, normal_a, normal_b;  ///< M, N_A and N_B of (1)
};

class FixedRank {
 public:
  using Point = FixedRankPoint;
  using Tangent = FixedRankTangent;

  FixedRank(Index rows, Index cols, Index rank);  ///< Error unless 1 <= rank <= rows, cols

  Tangent project(const Point& p, const Matrix& z) const;   ///< (2)
  Matrix ambient(const Point& p, const Tangent& xi) const;  ///< (1)
  Point retract(const Point& p, const Tangent& xi) const;   ///< (3)
  double inner(const Point& p, const Tangent& u, const Tangent& v) const;

 private:
  void check(const Point& p) const;

  Index rows_, cols_, rank_;
};

}  // namespace mahala
