/// @file
/// The flags of `mahala split`.
#pragma once

#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "mahala/evaluate/folds.hpp"

namespace mahala::cli {

struct SplitArguments {
  Common common;
  DataArguments data;
  SplitOptions options;
  std::string train, test;
};

void add_split_flags(Command& command, SplitArguments& arguments);

/// UsageError for flags that exclude each other, Error if a file cannot be written.
void check_split(const Command& command, const SplitArguments& arguments);

}  // namespace mahala::cli
