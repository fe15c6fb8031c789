/// @file
/// Who takes part where learners are compared: names, ranks and options from the command line
/// become learners that are set up.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/flags/arguments.hpp"
#include "cli/flags/command.hpp"

namespace mahala::cli {

struct EntrantArguments {
  std::string learners = "all";            ///< names separated by commas, or all
  std::string ranks = {};                  ///< numbers separated by commas; "" = each one's own
  std::vector<std::string> settings = {};  ///< "learner:option=value", with several values v1/v2
};

void add_entrants(Command& command, EntrantArguments& arguments);

/// A learner with its options.
struct Entrant {
  std::string title;     ///< "psd-flat", "psd-flat rank 5", "itml gamma=10"
  std::string settings;  ///< every option as name=value, separated by blanks
  const LearnerEntry* entry = nullptr;
  std::shared_ptr<Learner> learner = {};
};

/// A learner can take part if its models are metrics that place any sample and it learns from
/// classes.
bool can_take_part(const LearnerEntry& entry);

/// The Euclidean metric and LDA first, which are always beside the others, then all combinations
/// asked for; ranks above `dim` are left out. UsageError for names, options and numbers that do
/// not exist or cannot take part.
std::vector<Entrant> make_entrants(const EntrantArguments& arguments, Index dim);

}  // namespace mahala::cli
