/// @file
/// A picture of how far probabilities can be relied on.
#pragma once

#include <span>
#include <string>

#include "mahala/model/reliability.hpp"

namespace mahala {

/// An SVG file: the share of same pairs over the probability that was said, by bins, beside the
/// diagonal where both agree. Error if there are no forecasts.
std::string reliability_picture(std::span<const Forecast> forecasts, const std::string& title);

}  // namespace mahala
