/// @file
/// Thresholds and probabilities of pairs: what was chosen, and how far it can be relied on.
#pragma once

#include "cli/flags/common.hpp"
#include "mahala/model/reliability.hpp"
#include "mahala/train/calibrate.hpp"

namespace mahala::cli {

struct CalibrationReport {
  const Model& model;  ///< with its calibration
  const Calibrated& found;
  std::string pairs, output;  ///< as they were named
};

void report_calibration(const CalibrationReport& report, const Common& common);

/// The calibration of a model as facts, and as JSON; none and null of a model without.
Facts calibration_facts(const Model& model);
Json calibration_json(const Model& model);

/// Writes a picture of how far the probabilities of a model can be relied on, if a file is named.
/// Error if there are none.
void draw_reliability(const std::vector<Forecast>& forecasts, const std::string& model,
                      const std::string& file);

}  // namespace mahala::cli
