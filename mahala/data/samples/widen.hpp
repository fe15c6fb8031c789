/// @file
/// Floats as the doubles they are equal to. X C^T reads blocks of float samples once, widens them
/// where they stay in the cache and multiplies doubles: it walks across samples, a few features of
/// each at a time, and memory gives it floats slowly in that order. A^T X walks down samples and
/// widens numbers as it multiplies (core/linalg/strips.hpp).
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

/// to = from.
void widen(const Eigen::Ref<const MatrixF>& from, Eigen::Ref<Matrix> to);

}  // namespace mahala
