/// @file
/// Samples stored in single precision: half the memory, numbers rounded to 24 bits. What is
/// computed of them stays in double.
#pragma once

#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// The same samples as floats, in memory or mapped if they are floats already. Error if they are
/// sparse, where positions take most of the memory, or a number is beyond the range of floats.
Samples in_single_precision(Samples x);

}  // namespace mahala
