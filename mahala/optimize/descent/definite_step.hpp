/// @file
/// How far one may go from a positive definite matrix before it is definite no more.
#pragma once

#include "mahala/core/function_ref.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

/// About the largest t <= 1 with  L L^T + t D / share  positive semidefinite, at most `accuracy` of
/// itself less: by Lanczos for the smallest eigenvalue of L^{-1} D L^{-T}. `apply` multiplies a
/// vector with the symmetric D; of L the lower half is read. O(n^2) for each of some 10 to 40
/// steps, where all eigenvalues take O(n^3).
///
/// An eigenvalue that the start of Lanczos hardly holds may be missed: who needs to be sure looks
/// whether the new matrix has a factor.
double definite_step(const Matrix& l, FunctionRef<Vector(const Vector&)> apply, double share,
                     double accuracy);

}  // namespace mahala
