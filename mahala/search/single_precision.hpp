/// @file
/// Internal: how numbers enter an index that works in single precision.
///
///   x -> scale (x - mean)
///
/// Distances lose only the scale, a power of two, so dividing by its square is exact. Without
/// the mean single precision would spend its digits on what all items have in common; inner
/// products depend on the origin, and there the mean is left out.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

class SinglePrecision {
 public:
  SinglePrecision() = default;
  /// Fitted to items that are finite and not empty.
  explicit SinglePrecision(const MatrixView& items, bool centred = true);

  /// Error if x is so far from the items that squares would overflow.
  MatrixF operator()(const MatrixView& x) const;
  double unscaled(double square) const { return square / scale_ / scale_; }

 private:
  Vector mean_ = {};
  double scale_ = 1;
};

}  // namespace mahala
