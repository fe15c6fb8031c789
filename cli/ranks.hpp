/// @file
/// The program as one of several ranks (core/ranks.hpp), started by mpirun: the first speaks and
/// writes for all.
#pragma once

#include <string>
#include <vector>

namespace mahala::cli {

/// Joins the job, if there is one. All ranks but the first fall silent.
void begin_on_ranks();

/// UsageError if several ranks were started for a sub-command that works in one process.
void check_command_on_ranks(const std::vector<std::string>& arguments);

/// What every rank ends with. What one rank alone fails with is told, with its number, and ends
/// the others.
int end_on_ranks(int code);

}  // namespace mahala::cli
