/// @file
/// The manual page of the program, mahala(1).
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace mahala::cli {

/// In roff with the man macros: every sub-command with its flags, the learners with their
/// options, the exit codes. Made from the flags as they are described.
std::string man_page(const CLI::App& app);

}  // namespace mahala::cli
