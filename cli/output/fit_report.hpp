/// @file
/// What `mahala fit` says about the model it learned.
#pragma once

#include <cstdint>
#include <string>

#include "cli/flags/common.hpp"
#include "mahala/train/notes.hpp"
#include "mahala/train/train.hpp"

namespace mahala::cli {

struct FitReport {
  const LearnerFacts& learner;
  Options options;  ///< of the learner
  const Trained& trained;
  const Provenance& provenance;
  std::string output;                        ///< the model file
  bool streamed = false;                     ///< from samples that were not kept
  std::string checkpoint = {};               ///< the last one of a stream, if there is any
  Supervision given = Supervision::nothing;  ///< the kind of constraints that were given
};

/// Before minutes of work, how many; unless --quiet.
void tell_time(const Common& common, const Learner& learner, const Dataset& data,
               const TrainOptions& options, std::uint64_t seed);

void report_fit(const FitReport& report, const Common& common);

/// Throws the Exit of a fit that ended otherwise than it was meant to.
void check_end(const FitReport& report);

}  // namespace mahala::cli
