/// @file
/// Floats as the doubles they are equal to. Products read blocks of float samples once, widen them
/// where they stay in the cache and multiply doubles: widening every number in the products
/// themselves, once for each of them, took a sixth of their time.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

/// to = from.
void widen(const Eigen::Ref<const MatrixF>& from, Eigen::Ref<Matrix> to);

}  // namespace mahala
