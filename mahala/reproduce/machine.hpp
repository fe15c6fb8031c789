/// @file
/// Where and when something was measured.
#pragma once

#include <string>

namespace mahala::reproduce {

/// "Intel Xeon ..., 2 cores", as the system calls it.
std::string machine();

/// "2026-11-18", UTC.
std::string today();

}  // namespace mahala::reproduce
