/// @file
/// How far one trial may go where steps are exponentials. A step of length 100, harmless along a
/// straight line, multiplies W by e^100: "at least" bounds are met by any W that large, and the
/// search would stop there.
#pragma once

#include <limits>

#include "mahala/core/types.hpp"

namespace mahala {

/// No step is tried that changes the logarithm of an eigenvalue by more.
constexpr double most_log_change = 5;

/// The largest |eigenvalue| of a symmetric S: exp(S) changes no logarithm by more. NaN unless S is
/// finite.
double log_change(const Matrix& s);

/// The longest step along a direction that changes logarithms at this rate, beyond steepest
/// descent: a factor of e. Eigenvalues that a bold direction sends to zero hardly come back, since
/// their gradients vanish with them.
inline double furthest_step(double log_rate) {
  return log_rate > 0 ? 1 / log_rate : std::numeric_limits<double>::infinity();
}

}  // namespace mahala
