/// @file
/// The flags of `mahala generate`.
#pragma once

#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "mahala/data/generate.hpp"
#include "mahala/data/generate_outputs.hpp"

namespace mahala::cli {

struct GenerateArguments {
  Common common;
  std::string output, truth;
  std::string problem = "classes";
  HiddenSubspaceOptions classes;
  SystemOptions outputs;

  bool of_outputs() const { return problem == "outputs"; }

  /// Sizes are said once for both problems.
  SystemOptions system() const {
    SystemOptions sized = outputs;
    sized.samples = classes.samples;
    sized.features = classes.features;
    sized.rank = classes.subspace;
    return sized;
  }
};

void add_generate_flags(Command& command, GenerateArguments& arguments);

/// UsageError for flags of the other problem or that do not go together, Error if a file cannot be
/// written.
void check_generate(const Command& command, const GenerateArguments& arguments);

}  // namespace mahala::cli
