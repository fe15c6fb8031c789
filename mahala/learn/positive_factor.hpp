/// @file
/// Factors F of a positive semidefinite W = F F^T.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

/// The leading eigenvectors of a positive semidefinite W times the roots of their eigenvalues:
/// `rank` of them, or with 0 all above 1e-12 of the largest, at least one.
Matrix positive_factor(const Matrix& w, Index rank = 0);

/// Lower L with L L^T = W, or the symmetric root where W is singular to working precision.
Matrix root_of(const Matrix& w);

}  // namespace mahala
