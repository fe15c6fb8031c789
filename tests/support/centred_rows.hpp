/// @file
/// Centring of kernel values with samples that were not seen, by definition.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala::test {

/// What centred_kernel (kernel/kernel.hpp) makes of K, for kernel values of other samples (rows)
/// with those of k: r - m^T - mean(r) + mean(K), m the column means of K.
inline Matrix centred_rows(const Matrix& rows, const Matrix& k) {
  const Eigen::RowVectorXd columns = k.colwise().mean();
  return ((rows.rowwise() - columns).colwise() - rows.rowwise().mean()).array() + columns.mean();
}

}  // namespace mahala::test
