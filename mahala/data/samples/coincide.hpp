/// @file
/// Samples that are all the same say nothing about distances.
#pragma once

#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// No sample differs from the first.
bool coincide(const Samples& x);

}  // namespace mahala
