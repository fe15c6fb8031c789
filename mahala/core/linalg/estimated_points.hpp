/// @file
/// Points in single precision, for estimates of their distances that doubles correct.
///
/// Moved to their mean and scaled so that the longest has length 1, which bounds the error of
///
///   |z_i - z_j|^2 ~ |z_i|^2 + |z_j|^2 - 2 z_i . z_j
///
/// formed by products of matrices. Points whose squares are out of the range of doubles all have
/// the estimate 0, which excludes none.
#pragma once

#include <cstdint>

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

/// A block of widest_estimates^2 estimates stays in the second-level cache.
inline constexpr Index widest_estimates = 256;

/// Points of a block where all pairs of n points are estimated, block by block.
Index width_of_blocks(Index n);

inline constexpr std::uint8_t in_own_reach = 1, in_its_reach = 2;

/// Which of n points, given their products d with one, are in its reach, and it in theirs.
void mark_near(const float* d, const float* squares, const float* reach, float own_square,
               float own_reach, Index n, std::uint8_t* marks);

}  // namespace mahala
