/// @file
/// Saying what was written, apart from what was written.
#pragma once

#include <filesystem>
#include <string>

#include "cli/flags/common.hpp"

namespace mahala::cli {

/// UsageError if `output` is standard output, as /dev/stdout is, and the command `prints` there as
/// well.
void check_apart(const std::filesystem::path& output, bool prints);

/// A line on standard output, or on standard error if `output` is no plain file: then it may be
/// standard output itself.
void announce(const Common& common, const std::filesystem::path& output, const std::string& text);

}  // namespace mahala::cli
