/// @file
/// The numbers of a model beside those of its baseline (the Euclidean metric, the inner product or
/// the frequencies of labels), as a table and as JSON.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cli/flags/common.hpp"
#include "mahala/evaluate/trial.hpp"

namespace mahala::cli {

/// A number and its interval.
struct Figure {
  double value = 0;
  Interval interval = {};
};

/// "0.8 [0.7, 0.9]", or "undefined".
std::string figure_text(const Figure& figure);

/// One number of a measure.
struct ComparedFigure {
  std::string name, unit;
  Index units = 0;
  Figure model = {}, baseline = {}, difference = {};  ///< the last is model - baseline
};

/// All numbers of both; the intervals of one measure come from the same resamples.
std::vector<ComparedFigure> figures(const std::vector<Measurement>& model,
                                    const std::vector<Measurement>& baseline,
                                    const BootstrapOptions& bootstrap, std::uint64_t seed);

/// The quality of a calibrated model's decisions and probabilities on pairs.
struct ForecastReport {
  std::vector<std::pair<std::string, Figure>> figures = {};  ///< by name; none = not calibrated
  std::vector<ReliabilityBin> bins = {};
};

ForecastReport forecast_report(const std::vector<Forecast>& forecasts,
                               const BootstrapOptions& bootstrap, std::uint64_t seed);

struct TrialReport {
  std::string model, data, base;  ///< as they were named
  std::string note = {};
  const Trial& trial;
  BootstrapOptions bootstrap = {};
  std::vector<ComparedFigure> figures = {};
  std::string baseline = "euclidean";  ///< what stands beside the model
  ForecastReport forecasts = {};       ///< of a calibrated model on pairs
};

void report_trial(const TrialReport& report, const Common& common);

}  // namespace mahala::cli
