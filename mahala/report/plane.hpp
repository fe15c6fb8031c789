/// @file
/// A flat look at an embedding.
#pragma once

#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// The first two principal coordinates of the columns, 2 x n: centred, by decreasing
/// variance, distances kept as far as two dimensions can. A 1-D embedding gets a zero
/// second row. Of a hundred samples and more, the fiftieth part farthest from the mean has no
/// say in the axes, lest a few far ones turn all others into a line. Error if there are no
/// columns or no rows. Sparse samples are not filled in.
Matrix plane(const Samples& embedded);

}  // namespace mahala
