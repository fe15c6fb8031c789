/// @file
/// Which learners are compared: names, ranks and options from the command line.
#pragma once

#include <string>
#include <vector>

#include "cli/flags/command.hpp"
#include "mahala/compare/candidate.hpp"

namespace mahala::cli {

struct CandidateArguments {
  std::string learners = "all";            ///< names separated by commas, or all
  std::string ranks = {};                  ///< numbers separated by commas; "" = each one's own
  std::vector<std::string> settings = {};  ///< "learner:option=value", with several values v1/v2
  CandidateGrid usual = {};                ///< whose settings count where no learners are named
};

void add_candidates(Command& command, CandidateArguments& arguments);

/// UsageError for what is not of the right form.
CandidateGrid grid_of(const CandidateArguments& arguments);

/// The same where constraints of this kind are learned from alone: learners and ranks that were not
/// asked for are those that suit them.
CandidateGrid grid_for(const Command& command, const CandidateArguments& arguments,
                       Supervision given);

/// What `make` makes of the grid, its Errors as UsageError that names the flag.
using MakeCandidates = std::vector<LearnerCandidate> (*)(const CandidateGrid& grid, Index dim);
std::vector<LearnerCandidate> candidates_of(const CandidateGrid& grid, Index dim,
                                            MakeCandidates make = make_candidates);

/// The grid in the words of the command line, to be its default.
CandidateArguments arguments_of(const CandidateGrid& grid);

}  // namespace mahala::cli
