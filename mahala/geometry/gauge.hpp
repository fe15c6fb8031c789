/// @file
/// W = A S B^T has many factorisations: for invertible T_A and T_B the factors A T_A and B T_B with
/// the core T_A^{-1} S T_B^{-T} give the same W. The balanced one has no core and
///
///   A T_A = U Sigma^{1/2},  B T_B = V Sigma^{1/2},   W = U Sigma V^T,
///
/// found from the k x k Gram matrices of A and B alone: with A^T A = R_A^T R_A the singular values
/// of W are those of R_A S R_B^T. O(k^3).
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

struct Gauge {
  Matrix left, right;  ///< T_A and T_B
};

/// Singular values below 1e-15 times the largest count as that: T_A and T_B are invertible.
Gauge balanced_gauge(const Matrix& left_gram, const MatrixView& s, const Matrix& right_gram);

/// T with Y T = U Sigma^{1/2} for W = Y S Y^T = U Sigma U^T, S positive definite.
Matrix balanced_gauge(const Matrix& gram, const MatrixView& s);

}  // namespace mahala
