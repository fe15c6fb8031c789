/// @file
/// Blocks of samples as one data set.
#pragma once

#include "mahala/data/dataset.hpp"

namespace mahala {

/// The samples of all blocks with their labels and ids, which either all blocks have or none;
/// sparse if all blocks are. Blocks must have the same number of features.
Dataset concatenate(const std::vector<Dataset>& blocks);

}  // namespace mahala
