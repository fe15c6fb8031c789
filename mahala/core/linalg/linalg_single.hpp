/// @file
/// Products in single precision, for estimates that doubles correct; twice as fast.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

/// c = a^T b.
void multiply_at_b(const Eigen::Ref<const MatrixF>& a, const Eigen::Ref<const MatrixF>& b,
                   Eigen::Ref<MatrixF> c);

/// c = a b.
void multiply_a_b(const Eigen::Ref<const MatrixF>& a, const Eigen::Ref<const MatrixF>& b,
                  Eigen::Ref<MatrixF> c);

}  // namespace mahala
