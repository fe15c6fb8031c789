/// @file
/// The numbers of a model beside those of the Euclidean metric, as a table and as JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/common.hpp"
#include "mahala/evaluate/trial.hpp"

namespace mahala::cli {

/// A number and its interval.
struct Figure {
  double value = 0;
  Interval interval = {};
};

/// One number of a measure.
struct ComparedFigure {
  std::string name, unit;
  Index units = 0;
  Figure model = {}, euclidean = {}, difference = {};  ///< the last is model - euclidean
};

/// All numbers of both; the intervals of one measure come from the same resamples.
std::vector<ComparedFigure> figures(const std::vector<Measurement>& model,
                                    const std::vector<Measurement>& euclidean,
                                    const BootstrapOptions& bootstrap, std::uint64_t seed);

struct TrialReport {
  std::string model, data, base;  ///< as they were named
  std::string note = {};
  const Trial& trial;
  BootstrapOptions bootstrap = {};
  std::vector<ComparedFigure> figures = {};
};

void report_trial(const TrialReport& report, const Common& common);

}  // namespace mahala::cli
