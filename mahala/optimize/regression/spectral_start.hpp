/// @file
/// A start from observed squared distances alone, without a search.
///
/// For Gaussian differences x of covariance C and y = x^T W x,
///
///   E y (C^{-1/2} x)(C^{-1/2} x)^T = 2 V + tr(V) I,   V = C^{1/2} W C^{1/2},   E y = tr(V),
///
/// so that the r leading eigenpairs of (mean of y x x^T whitened - mean of y I) / 2 estimate V.
///
/// Cost        O(k d^2 + d^3), k = max(4000, 20 d r) pairs or all.
///
/// Reference   Netrapalli, Jain, Sanghavi, "Phase retrieval using alternating minimization",
///             NIPS 2013, for r = 1.
#pragma once

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// G0, d x rank. Error unless every pair is an equality.
Matrix spectral_start(const Samples& x, const Pairs& pairs, Index rank);

}  // namespace mahala
