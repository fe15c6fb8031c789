/// @file
/// Maps from what a model says of a pair to the probability that its samples are the same, fitted
/// to pairs of which it is known (model/calibration.hpp).
///
/// Neither map learns from 1 and 0 but from Platt's targets (N + 1) / (N + 2) for the N same pairs
/// and 1 / (M + 2) for the M different ones, as if one more of either sort had been seen: nothing
/// is ever certain.
#pragma once

#include <vector>

#include "mahala/model/calibration.hpp"

namespace mahala {

/// u of model/calibration.hpp, and what is known.
struct KnownPair {
  double u = 0;  ///< finite
  bool same = false;
  double weight = 1;  ///< >= 0
};

/// The maximum of the likelihood by Newton's method with halved steps (Lin, Lin, Weng, "A note on
/// Platt's probabilistic outputs", Machine Learning 68, 2007). A slope that would make far pairs
/// likelier than near ones becomes 0. Only slope and offset are filled in.
Calibration fit_platt(const std::vector<KnownPair>& pairs);

/// Least squares among falling functions, by pooling adjacent violators; O(m log m). Every pool is
/// a level with a knot at either end. Only the knots are filled in.
Calibration fit_isotonic(std::vector<KnownPair> pairs);

Calibration fit_map(ProbabilityMap map, const std::vector<KnownPair>& pairs);

/// The weighted mean of the loss -log p of pairs by a map.
double mean_log_loss(const Calibration& map, const std::vector<KnownPair>& pairs);

}  // namespace mahala
