/// @file
/// Sums over chosen rows of a table of short rows, and changes of them. `stride` is a multiple of
/// a lane (core/linalg/lane.hpp); what is multiplied and summed has the precision of the rows.
#pragma once

#include "mahala/core/linalg/sparse_view.hpp"

namespace mahala {

/// out[0 .. stride) = sum_k value_k row(at_k).
void gather_rows(const double* rows, Index stride, const SparseView& x, double* out);
void gather_rows(const float* rows, Index stride, const SparseView& x, float* out);

/// row(at_k) += value_k w.
void scatter_rows(double* rows, Index stride, const SparseView& x, const double* w);
void scatter_rows(float* rows, Index stride, const SparseView& x, const float* w);

/// out[i] = row(i) . w for i = 0 .. count-1.
void multiply_rows(const double* rows, Index stride, Index count, const double* w, double* out);
void multiply_rows(const float* rows, Index stride, Index count, const float* w, double* out);

}  // namespace mahala
