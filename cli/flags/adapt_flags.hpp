/// @file
/// The flags of `mahala adapt`.
#pragma once

#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "mahala/adapt/update.hpp"

namespace mahala::cli {

struct AdaptArguments {
  Common common;
  DataArguments items;
  std::string feedback, held_out, queries, query_ids, update, output;
  FeedbackOptions reading = {};
  AdaptOptions options = {};
  UpdateOptions updating = {};
};

void add_adapt_flags(Command& command, AdaptArguments& arguments);

/// UsageError for flags that do not go together or an output that is an input.
void check_adapt(const Command& command, const AdaptArguments& arguments);

}  // namespace mahala::cli
