/// @file
/// What is watched of the losses of an online run: their mean over the last ones, and whether they
/// ran away.
#pragma once

#include <vector>

#include "mahala/core/linalg/archive.hpp"

namespace mahala {

/// The mean of the last so many numbers. Its memory grows with the numbers, up to the window.
class MovingMean {
 public:
  explicit MovingMean(Index window) : window_(static_cast<std::size_t>(window)) {}
  void add(double number);
  double value() const;  ///< NaN before the first
  void keep(Archive& archive);

 private:
  std::size_t window_, next_ = 0;
  std::vector<double> numbers_ = {};
  double sum_ = 0;
};

/// Losses run away when one is no number, or above 10^6 times the larger of 1, the margin that
/// examples ask for, and the mean of the first ten that are not 0 (of those before it, while there
/// are fewer). The first of them is measured by nothing: it is the start's.
class Runaway {
 public:
  /// True if this loss, the next of the run, ran away.
  bool in(double loss);

  /// True if the mean of the last losses is above ten times what a single one is measured by: the
  /// run still lives, but every step of it made things worse.
  bool in_mean(double mean) const;

  bool at_start() const { return first_ == 0; }  ///< no loss but 0 came before
  void keep(Archive& archive);

 private:
  double usual() const;  ///< what losses are measured by, once there is one

  Index first_ = 0;  ///< how many are in the sum
  double sum_ = 0;
};

}  // namespace mahala
