/// @file
/// Internal: the two roads of adapt.hpp.
#pragma once

#include "mahala/adapt/adapt.hpp"

namespace mahala {

Adapted adapt_retrieval(const Dataset& items, const Dataset* queries, const Feedback& feedback,
                        const AdaptOptions& options);

Adapted adapt_to_pairs(const Dataset& items, const Feedback& feedback, const AdaptOptions& options);

/// The verdict in a sentence, and how many more units would show a gain.
void conclude(AdaptReport& report, const AdaptOptions& options);

/// Items that the moment of the documents is estimated on.
inline constexpr Index whitening_sample = 50000;

}  // namespace mahala
