/// @file
/// Horizontal axes whose numbers can be read.
#pragma once

#include <string>

#include "mahala/core/types.hpp"

namespace mahala {

/// About what one sign of a number takes, in the units of a picture.
inline constexpr Index digit_width = 12;

/// Range, numbers and right margin of a horizontal axis of about `width` units: numbers in
/// steps of 1, 2 or 5 times a power of ten, with room between them and for the last. A range
/// without extent is widened.
std::string x_axis(double low, double high, Index width);

/// The numbers alone, of an axis whose range is set elsewhere.
std::string x_numbers(double low, double high, Index width);

}  // namespace mahala
