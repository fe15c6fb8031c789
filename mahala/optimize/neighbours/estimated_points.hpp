/// @file
/// Points in single precision, for estimates of their distances that doubles correct.
///
/// Moved to their mean and scaled so that the longest has length 1, which bounds the error of
///
///   |z_i - z_j|^2 ~ |z_i|^2 + |z_j|^2 - 2 z_i . z_j
///
/// formed by products of matrices.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

struct EstimatedPoints {
  explicit EstimatedPoints(const Matrix& points);

  /// The estimate up to which a squared distance may be at most `limit`.
  float highest(double limit) const;

  MatrixF z;
  Eigen::VectorXf squares;
  double unit = 1;   ///< squared length that 1 stands for
  double error = 0;  ///< of an estimate
};

}  // namespace mahala
