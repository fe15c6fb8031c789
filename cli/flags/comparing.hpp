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
  ConstraintArguments constraints = {};
  FoldArguments folds = {};
  std::string results, picture;
  std::string test;  ///< a file that learners are judged by, in place of folds
  std::string baselines = "all";
  bool markdown = false;
  CheckpointArguments checkpoint = {};
};

void add_compare_flags(Command& command, CompareArguments& arguments);

/// UsageError for flags that are wrong or exclude each other, Error if a file cannot be written.
void check_compare(const Command& command, const CompareArguments& arguments);

struct TuneArguments {
  Common common = {};
  DataArguments data = {};
  TuneOptions options = {};
  CandidateArguments candidates = arguments_of(TuneOptions().grid);
  ConstraintArguments constraints = {};
  FoldArguments folds = {.cv = "5x2"};
  std::string output;
  CheckpointArguments checkpoint = {};
};

void add_tune_flags(Command& command, TuneArguments& arguments);

/// The same for `mahala tune`.
void check_tune(const Command& command, const TuneArguments& arguments);

/// What learners are compared on: DATA with its labels, or with the pairs, triplets or sets given
/// for it, and without any.
struct Contest {
  Dataset data;
  Protocol protocol;
  CandidateGrid grid;
  std::string fingerprint = {};  ///< of DATA with its labels
};

template <class Arguments>
Contest read_contest(const Command& command, const Arguments& arguments,
                     const TrainOptions& training) {
  Contest contest{read_data(arguments.data, fills_missing(training)),
                  folds_of(arguments.folds, arguments.common),
                  {}};
  const auto given = read_given(arguments.constraints, contest.data);
  contest.grid =
      given ? grid_for(command, arguments.candidates, kind(*given)) : grid_of(arguments.candidates);
  contest.fingerprint = fingerprint(contest.data);
  if (!given) return contest;
  contest.data.labels = {};
  contest.protocol.by = given;
  return contest;
}

}  // namespace mahala::cli
