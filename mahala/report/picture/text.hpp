/// @file
/// Names that come from people's files, made fit to be shown.
#pragma once

#include <string>
#include <string_view>

#include "mahala/core/types.hpp"

namespace mahala {

/// The text as one line of valid UTF-8: tabs and line breaks become spaces; other control
/// characters and bytes that are no UTF-8 become U+FFFD.
std::string one_line(std::string_view text);

/// one_line with & < > " ' written as entities, for HTML and XML text and attributes.
std::string escape_html(std::string_view text);

/// Columns a terminal gives to one line of valid UTF-8: wide East Asian signs and
/// pictographs take two, combining marks none.
Index display_width(std::string_view line);

}  // namespace mahala
