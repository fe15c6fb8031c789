/// @file
/// Floats and halves as the doubles they are equal to. X C^T reads blocks of
/// samples that are no doubles once, widens them where they stay in the cache and multiplies
/// doubles: it walks across samples, a few features of each at a time, and memory gives it floats
/// slowly in that order. A^T X walks down samples and widens numbers as it multiplies
/// (core/linalg/strips.hpp).
///
/// Halves are widened by the processor (F16C), where it can: 0.06 ns a number in the cache, while
/// shifting their bits in vectors takes 0.11 and one by one 0.75.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

/// to = from.
void widen(const Eigen::Ref<const MatrixF>& from, Eigen::Ref<Matrix> to);
void widen(const Eigen::Ref<const MatrixH>& from, Eigen::Ref<Matrix> to);

}  // namespace mahala
