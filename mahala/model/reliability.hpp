/// @file
/// How far probabilities can be relied on: among pairs that are said to be the same with
/// probability p, a share of p should be.
///
///   Brier score                  mean of (p - y)^2, y = 1 for the same and 0 for different
///   decisions right              share of pairs whose decision is what turned out
///   log loss                     mean of -log p where y = 1, -log(1 - p) where y = 0
///   expected calibration error   sum over bins of (share of pairs) |mean p - share of the same|,
///                                ten bins of equal width in p
///
/// Means are weighted. Guo, Pleiss, Sun, Weinberger, "On calibration of modern neural networks",
/// ICML 2017.
#pragma once

#include <span>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// A probability, and what turned out.
struct Forecast {
  double probability = 0;
  bool same = false;
  double weight = 1;
  bool called_same = false;  ///< the decision, by a threshold
};

struct ReliabilityBin {
  double weight = 0;      ///< of its pairs
  double forecast = 0;    ///< mean probability
  double same_share = 0;  ///< of the weight that is of same pairs
};

/// Those that hold a pair of positive weight, by probability.
std::vector<ReliabilityBin> reliability(std::span<const Forecast> forecasts);

struct ForecastQuality {
  double decided_right = 0, brier = 0, log_loss = 0, calibration_error = 0;
};

/// NaN if all weights are 0. A probability of 0 or 1 that turns out wrong costs an infinite log
/// loss.
ForecastQuality forecast_quality(std::span<const Forecast> forecasts);

/// Of one forecast.
double log_loss(const Forecast& forecast);

}  // namespace mahala
