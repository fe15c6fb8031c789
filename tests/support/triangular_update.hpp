/// @file
/// B <- B L with L L^T = I + beta z z^T, L lower triangular, in O(r^2): how a LogDet projection
/// moves the factor of K = G0 B B^T G0^T. B stays lower triangular if it was.
///
/// Reference   Kulis, Sustik, Dhillon, "Low-rank kernel learning with Bregman matrix
///             divergences", JMLR 10 (2009), Algorithm 3.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

/// Error unless 1 + beta |z|^2 > 0.
void update_triangular(Matrix& b, const Vector& z, double beta);

}  // namespace mahala
