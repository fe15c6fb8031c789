/// @file
/// The indices of the largest numbers.
#pragma once

#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// Where the `count` highest of `values` stand, or all of them if they are fewer: highest first,
/// the first of equal ones first.
std::vector<Index> highest(const Vector& values, Index count);

}  // namespace mahala
