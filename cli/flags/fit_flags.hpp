/// @file
/// The flags of `mahala fit`.
#pragma once

#include "cli/flags/stream_flags.hpp"

namespace mahala::cli {

struct FitArguments : LearningArguments {
  std::string output;
  std::string from;  ///< a model to continue from
  StreamArguments stream;
  bool single = false;  ///< samples are kept in single precision

  bool streams() const { return !stream.source.empty(); }
};

void add_fit_flags(Command& command, FitArguments& arguments);

/// The learner that was asked for; UsageError for flags that are wrong or exclude each other, Error
/// if a file cannot be written.
ConfiguredLearner check_fit(const Command& command, const FitArguments& arguments);

}  // namespace mahala::cli
