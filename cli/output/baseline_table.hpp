/// @file
/// A learned metric beside the baselines, as a table and as JSON.
#pragma once

#include <string>

#include "cli/flags/common.hpp"
#include "mahala/compare/baselines.hpp"

namespace mahala::cli {

/// What a number is called in a table: "mAP" for "map", "P@5" for "precision_at_5"; `k`
/// neighbours voted for "error".
std::string title(const std::string& number, Index k);

/// What folds were judged by: "5-nearest-neighbour error", "held-out pairs".
std::string judged_in_words(Supervision judged_by, Index k);

/// What a learner that chooses chose: {"learner", "options", "prepare"}.
Json to_json(const ChosenInFolds& chosen);

struct EvaluationReport {
  std::string data;  ///< as it was named
  Index samples = 0, dim = 0;
  std::string plan, cv;
  Index k = 0, seed = 0;
  double confidence = 95;       ///< in percent
  bool show_intervals = false;  ///< in place of standard deviations
  const BaselineComparison& found;
};

/// JSON is {"learned": ..., "baselines": {name: ...}, "fit_seconds": ..., "verdict": ...}; numbers
/// of measures that were asked for are {"mean", "sd", "low", "high"}, null if undefined.
void report_evaluation(const EvaluationReport& report, const Common& common);

}  // namespace mahala::cli
