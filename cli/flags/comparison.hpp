/// @file
/// A learned metric beside the baselines, on the same folds: numbers, table and verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/flags/common.hpp"
#include "mahala/evaluate/cross_validate.hpp"

namespace mahala::cli {

/// Below this p-value a difference is more than the luck of the folds.
inline constexpr double significant = 0.05;

/// One line of the table.
struct Method {
  std::string name;
  Score score = {};
  double p_value = 1;                           ///< of the paired test against what was learned
  std::string error = {};                       ///< why it could not be run, if so
  std::optional<double> constraints_mean = {};  ///< over folds; of a learner
};

struct Comparison {
  Method learned = {};
  std::vector<Method> baselines = {};
};

/// Fills in the p-values.
void compare(Comparison& comparison, Index folds);

/// One plain sentence about the learned metric and the Euclidean one; "" if the latter
/// could not be run.
std::string verdict(const Comparison& comparison);

/// {"learned": ..., "baselines": {name: ...}, "fit_seconds": ..., "verdict": ...}; numbers of
/// measures that were asked for are {"mean", "sd", "low", "high"}, null if undefined.
Json to_json(const Comparison& comparison);

/// What a number is called in a table: "mAP" for "map", "P@5" for "precision_at_5"; `k`
/// neighbours voted for "error".
std::string title(const std::string& number, Index k);

/// Means with intervals if asked for, else with standard deviations.
void print_table(const Comparison& comparison, bool show_intervals);

}  // namespace mahala::cli
