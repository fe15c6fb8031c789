/// @file
/// Which learners work on samples that are shared out among ranks (core/ranks.hpp).
#pragma once

#include <string_view>

namespace mahala {

/// Error naming those that do, if there are several ranks and this learner is none of them.
void check_on_ranks(std::string_view learner);

}  // namespace mahala
