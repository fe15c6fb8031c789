/// @file
/// The flags of `mahala compare` and `mahala tune`: which learners, on which folds.
#pragma once

#include "cli/flags/arguments.hpp"
#include "cli/flags/candidate_flags.hpp"
#include "cli/flags/common.hpp"
#include "cli/flags/measuring.hpp"
#include "mahala/compare/tune.hpp"

namespace mahala::cli {

struct CompareArguments {
  Common common = {};
  DataArguments data = {};
  TrainOptions training = {};
  CandidateArguments candidates = {};
  FoldArguments folds = {};
  std::string results, picture;
  bool markdown = false;
};

void add_compare_flags(Command& command, CompareArguments& arguments);

/// UsageError for flags that are wrong or exclude each other, Error if a file cannot be written.
void check_compare(const Command& command, const CompareArguments& arguments);

struct TuneArguments {
  Common common = {};
  DataArguments data = {};
  TuneOptions options = {};
  CandidateArguments candidates = arguments_of(TuneOptions().grid);
  FoldArguments folds = {.cv = "5x2"};
  std::string output;
};

void add_tune_flags(Command& command, TuneArguments& arguments);

/// The same for `mahala tune`.
void check_tune(const Command& command, const TuneArguments& arguments);

}  // namespace mahala::cli
