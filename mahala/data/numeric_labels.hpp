/// @file
/// Labels as numbers: the outputs of a system, one for each sample.
#pragma once

#include "mahala/data/dataset.hpp"

namespace mahala {

/// The label of every sample as a number; Error naming the first sample that has none, several,
/// or one that is not a finite number.
Vector numeric_labels(const Dataset& data);

}  // namespace mahala
