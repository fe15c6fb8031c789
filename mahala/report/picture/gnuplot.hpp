/// @file
/// The only file that knows how gnuplot is called and what its language looks like.
#pragma once

#include <string>
#include <string_view>

namespace mahala {

/// Runs a script and returns what it prints. No shell is involved, nor the user's own
/// settings. Error if gnuplot is missing or refuses the script.
std::string run_gnuplot(const std::string& script);

/// The text as a gnuplot string. All but letters and spaces is written in octal: gnuplot
/// expands ` inside double quotes and takes a leading '' inside single ones for an end.
std::string gnuplot_quote(std::string_view text);

/// The same for the name of a place on an axis, which gnuplot takes for a format of numbers.
std::string gnuplot_tic(std::string_view text);

/// Turns gnuplot's SVG document into an element with the given title for a page: no prolog,
/// and ids that differ from those of other pictures.
std::string inline_svg(const std::string& document, std::string_view title);

}  // namespace mahala
