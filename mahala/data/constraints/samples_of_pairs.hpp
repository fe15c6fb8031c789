/// @file
/// Which samples pairs speak of.
#pragma once

#include <vector>

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// The positions of the samples in the pairs, ascending, each once; the origin is none.
std::vector<Index> samples_of(const Pairs& pairs);

}  // namespace mahala
