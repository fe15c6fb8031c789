/// @file
/// Projected sub-gradient descent over positive semidefinite matrices:
///
///   W <- (W - s D)_+,   D a sub-gradient of f at W,   (.)_+ without the negative eigenvalues,
///
/// s grows by a half (after twenty steps by 1 %) when f falls; a step that raises f is taken back
/// and s halved. Works for f with kinks, where line searches by slopes do not.
///
/// Reference: Weinberger, Saul, JMLR 10 (2009), appendix A.
#pragma once

#include "mahala/optimize/descent/descent.hpp"
#include "mahala/optimize/descent/smooth_function.hpp"

namespace mahala {

/// G with G G^T = W_+, d x (number of positive eigenvalues, at least 1).
Matrix psd_factor(const Matrix& w);

/// f(G, D): the value at W = G G^T and its derivative D by W. Moves `w` until f falls by less
/// than `tolerance` of itself or the step vanishes; Descent::gradient_norm is the length of the
/// last step relative to W.
Descent descend_projected(const SmoothFunction& f, Matrix& w, double tolerance,
                          Index max_iterations, const Run& run = {});

}  // namespace mahala
