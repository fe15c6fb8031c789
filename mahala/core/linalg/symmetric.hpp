/// @file
/// Functions of symmetric matrices through their eigenvalues: f(Q diag(l) Q^T) =
/// Q diag(f(l)) Q^T. O(n^3) each. A matrix with a non-finite entry gives one of NaN.
#pragma once

#include <functional>

#include "mahala/core/types.hpp"

namespace mahala {

/// (A + A^T) / 2.
inline Matrix symmetric_part(const Matrix& a) { return (a + a.transpose()) / 2; }

/// The inner products of samples around their mean, from those around the origin: J A J for the
/// symmetric A, J = I - 1 1^T / n.
Matrix without_mean(Matrix gram);

Matrix map_spectrum(const Matrix& a, const std::function<double(double)>& f);

Matrix exp_symmetric(const Matrix& a);
Matrix log_symmetric(const Matrix& a);           ///< NaN unless a is positive definite
Matrix sqrt_symmetric(const Matrix& a);          ///< eigenvalues below 0 count as 0
Matrix inverse_sqrt_symmetric(const Matrix& a);  ///< NaN unless a is positive definite

/// The derivative of exp at S in direction X, both symmetric (Daleckii and Krein):
/// Q (C o (Q^T X Q)) Q^T with C_ij = (e^{l_i} - e^{l_j}) / (l_i - l_j).
Matrix exp_derivative(const Matrix& s, const Matrix& x);

/// Lower L with L L^T = a; NaN unless a is positive definite.
Matrix cholesky_factor(const Matrix& a);

/// (e^{c z} - 1) / z, which is c at z = 0; keeps its digits for small c z.
double expm1_over(double z, double c);

}  // namespace mahala
