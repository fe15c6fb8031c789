/// @file
/// The output files that are not complete yet and have temporary names, so that a program that is
/// interrupted can remove them.
#pragma once

#include <string_view>

namespace mahala {

/// Notes a file; at most 64 at a time and names of at most 4095 bytes, others go unnoted.
void note_unfinished(std::string_view name);

/// To be called once the file has been renamed or removed: removing it again does no harm, and not
/// removing it when a signal comes in between would.
void forget_unfinished(std::string_view name);

/// Removes all that are noted. May be called by a signal handler.
void remove_unfinished() noexcept;

}  // namespace mahala
