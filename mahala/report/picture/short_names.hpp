/// @file
/// Names cut so far that a key or an axis has room for them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// The name as one line, cut after so many signs; "…" stands for what is left out.
std::string shortened(std::string_view name, Index most = 28);

/// Different names stay different: those that begin alike lose their middle instead of
/// their end, "talk.politics.guns" becomes "talk.po…guns".
std::vector<std::string> shortened(const std::vector<std::string>& names, Index most = 28);

}  // namespace mahala
