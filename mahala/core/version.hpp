/// @file
/// The version of the library.
#pragma once

#include <string_view>

namespace mahala {

/// "0.1.0": major.minor.patch.
std::string_view version();

}  // namespace mahala
