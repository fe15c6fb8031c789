/// @file
/// Internal: all feedback that is learned from, a portion of the queries at a time, so that memory
/// does not grow with their number.
#pragma once

#include "mahala/adapt/collection.hpp"
#include "mahala/core/function_ref.hpp"

namespace mahala {

/// Where the embeddings and what was said about them are.
struct FeedbackSource {
  const UnitColumns& items;
  const UnitColumns& queries;
  const Feedback& feedback;
  std::uint64_t seed = 0;
};

/// Visits collections of a few thousand queries each, in their order; none of them is held out.
/// Each holds the items its queries name, and `others` random ones, the same every time. Labels
/// come as one portion.
void for_each_portion(const FeedbackSource& source, Index others,
                      FunctionRef<void(const Collection&)> visit);

}  // namespace mahala
