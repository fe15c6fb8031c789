/// @file
/// What options of a learner say wrong together, which shows without looking at data.
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

/// Error if the options of online steps, where the learner has and uses them, lack each other.
void check_online_steps(const Options& options);

/// Error for options that speak of samples which can be seen again: a stream's cannot.
void check_stream_options(Learner& learner);

}  // namespace mahala
