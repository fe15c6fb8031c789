/// @file
/// What the options of online steps say wrong on the command line alone.
#pragma once

#include "cli/flags/arguments.hpp"

namespace mahala::cli {

/// Error if the options of online steps, where the learner has and uses them, lack each other.
void check_online_steps(const Options& options);

/// UsageError for options that speak of samples which can be seen again: a stream's cannot.
void check_stream_options(const ConfiguredLearner& configured);

}  // namespace mahala::cli
