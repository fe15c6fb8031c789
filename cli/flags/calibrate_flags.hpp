/// @file
/// The flags of `mahala calibrate`.
#pragma once

#include "cli/flags/arguments.hpp"
#include "cli/flags/common.hpp"
#include "mahala/train/calibrate.hpp"

namespace mahala::cli {

struct CalibrateArguments {
  Common common = {};
  std::string model, pairs, output;  ///< "" = the model itself
  DataArguments data = {};
  CalibrateOptions options = {};

  const std::string& written() const { return output.empty() ? model : output; }
};

void add_calibrate_flags(Command& command, CalibrateArguments& arguments);

/// UsageError for flags that are wrong or exclude each other, Error if the model cannot be written.
void check_calibrate(const Command& command, const CalibrateArguments& arguments);

}  // namespace mahala::cli
