/// @file
/// minimise  1/2 (x - w)^T H (x - w) + g^T (x - w)   over x >= 0,   H positive definite, w >= 0.
///
/// An active-set method: variables that would help become free, all at first and then the one
/// that helps most; the minimiser over the free ones is approached until one of them is zero, which
/// then is fixed again. Finite; O(f^3) for each change of f free variables.
///
/// Reference: Lawson, Hanson, "Solving least squares problems" (1974), chapter 23.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

/// x; the best found where rounding keeps it from ending.
Vector nonnegative_minimiser(const Matrix& h, const Vector& g, const Vector& w);

}  // namespace mahala
