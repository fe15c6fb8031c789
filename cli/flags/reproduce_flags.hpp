/// @file
/// The flags of `mahala reproduce`: which experiments, on which data, how much of them.
#pragma once

#include "cli/flags/common.hpp"
#include "mahala/reproduce/experiments/experiments.hpp"

namespace mahala::cli {

struct ReproduceArguments {
  Common common;
  std::string what = "list", data, output = "reproduced";
  bool quick = false;
  Index seeds = 0;
};

void add_reproduce_flags(Command& command, ReproduceArguments& arguments);

/// The folder of --data, else that of the environment, and what comes with the program.
reproduce::DataFolder data_folder_of(const ReproduceArguments& arguments);

/// All, or the one that is asked for. UsageError if there is no such experiment.
std::vector<const reproduce::Experiment*> chosen_experiments(const ReproduceArguments& arguments);

}  // namespace mahala::cli
