/// @file
/// Vectorised exponentials; the standard library computes them one by one.
///
///   e^x = 2^m e^t,   m = x / log 2 rounded,   e^t by its series to t^13,   |t| <= log(2) / 2
///
/// right to two units in the last place for -700 <= x <= 700; numbers beyond are taken as these.
#pragma once

#include <span>

namespace mahala {

/// x_k <- e^{x_k}
void exponentials(std::span<double> x);

}  // namespace mahala
