/// @file
/// The differences x_i - x_j of pairs of sparse samples, one at a time: two sorted lists of
/// non-zeros are merged into one, in memory that is used again.
#pragma once

#include "mahala/core/linalg/sparse_view.hpp"
#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// The non-zeros of one sample.
SparseView sparse_column(const SparseMatrix& x, Index i);

/// x_i - x_j, or x_i where j is the origin; equal entries vanish.
void assign_difference(const SparseMatrix& x, Index i, Index j, SparseVector& out);

}  // namespace mahala
