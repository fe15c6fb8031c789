/// @file
/// `mahala report` of a similarity or a ranking.
#pragma once

#include "cli/output/trial_report.hpp"

namespace mahala::cli {

struct ScoreReport {
  std::string model, data, output;  ///< as they were named
  std::string basis;
  std::uint64_t seed = 0;
  std::vector<Index> cuts = {5};
};

/// Measures the model on the labelled samples, writes the page and says what it found.
void report_scores(const ScoreReport& report, const Model& model, Dataset samples,
                   const Common& common);

}  // namespace mahala::cli
