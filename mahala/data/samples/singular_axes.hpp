/// @file
/// The leading left singular vectors of samples: principal axes around the origin.
#pragma once

#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// As principal_axes, with the origin in place of the mean.
Matrix singular_axes(const Samples& x, Index count);

}  // namespace mahala
