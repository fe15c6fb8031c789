/// @file
/// Centres as means of clusters.
#pragma once

#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// Column c becomes the mean of the samples of cluster c; where there are none it stays as it is.
/// Samples of cluster -1 belong to none.
void move_to_means(const Matrix& x, const std::vector<Index>& cluster, Matrix& centres);

}  // namespace mahala
