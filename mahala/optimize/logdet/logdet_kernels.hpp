/// @file
/// Internal: the inner loops of LogDet projections over plain arrays, compiled for every vector
/// unit (core/linalg/vector_units.hpp). Matrices are symmetric, stored whole, with `stride` (a
/// multiple of 8) numbers a column of which those beyond the dimension are zero.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala::kernels {

constexpr Index lanes = 8;
inline Index padded(Index dim) { return (dim + lanes - 1) / lanes * lanes; }

/// out = x - y.
void subtract(const double* x, const double* y, Index stride, double* out);

/// v = x - y and u = A v; returns v^T u.
double difference_product(const double* a, Index dim, Index stride, const double* x,
                          const double* y, double* v, double* u);

/// A += beta u u^T.
void add_outer(double* a, Index dim, Index stride, double beta, const double* u);

/// |x - y|^2.
double squared_difference(const double* x, const double* y, Index stride);

}  // namespace mahala::kernels
