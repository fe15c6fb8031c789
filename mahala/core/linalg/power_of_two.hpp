/// @file
/// Scaling that loses no digit.
#pragma once

#include <algorithm>
#include <cmath>

namespace mahala {

/// The power of two that brings `magnitude` into [0.5, 1): multiplying by it is exact. 1 if there
/// is none, as of 0 or infinity.
inline double scale_to_one(double magnitude) {
  if (!(magnitude > 0) || !std::isfinite(magnitude)) return 1;
  int exponent = 0;
  std::frexp(magnitude, &exponent);
  return std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));
}

}  // namespace mahala
