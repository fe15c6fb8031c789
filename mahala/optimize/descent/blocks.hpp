/// @file
/// Large dense matrices in blocks of columns: on all threads, with the same bits for any number of
/// them, and interrupted between two blocks (core/watch.hpp).
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

/// The lower half of `a` becomes L, a = L L^T; what is above means nothing then. False, and `a` is
/// lost, if it is not positive definite. n^3 / 3 operations.
bool factorise(Matrix& a);

/// (L L^T)^{-1} for the lower half L, whole; 2/3 n^3 operations: only the lower half of the
/// inverse is solved for.
Matrix inverse_of_factorised(const Matrix& l);

/// a b^T
Matrix product_a_bt(const Matrix& a, const Matrix& b);

}  // namespace mahala
