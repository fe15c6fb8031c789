/// @file
/// The pseudo-inverse A^+ = (A^T A)^{-1} A^T of an n x k matrix of full column rank, and what a
/// rank-one change of A does to it.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

/// Through a QR decomposition. Error unless A has full column rank.
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
