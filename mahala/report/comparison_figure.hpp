/// @file
/// The errors of compared learners as bars.
#pragma once

#include <string>

#include "mahala/compare/comparison.hpp"

namespace mahala {

/// An SVG picture, to be written to a file of its own.
std::string comparison_picture(const Comparison& comparison, const std::string& title);

}  // namespace mahala
