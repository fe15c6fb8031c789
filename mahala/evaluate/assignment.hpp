/// @file
/// The cheapest one-to-one matching of rows to columns (Kuhn's Hungarian method in the form
/// with potentials; Jonker, Volgenant, Computing 38, 1987).
#pragma once

#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// The column of each row in the matching of min(rows, columns) pairs whose sum of cost is
/// least; -1 for a row left over. O(rows columns min(rows, columns)). Error if a cost is not
/// finite.
std::vector<Index> cheapest_assignment(const Matrix& cost);

}  // namespace mahala
