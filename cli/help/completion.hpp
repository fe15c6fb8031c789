/// @file
/// A script that completes command lines of this program in bash.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace mahala::cli {

/// Completes sub-commands, flags, values of flags that have choices, learners and their options;
/// files elsewhere. Made from the flags as they are described.
std::string bash_completion(const CLI::App& app);

}  // namespace mahala::cli
