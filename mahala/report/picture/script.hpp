/// @file
/// What the gnuplot scripts of all pictures have in common, and one script a kind of picture.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/report/picture/picture.hpp"

namespace mahala {

// Sizes are in the units of the picture, which a page scales to the width it has.
inline constexpr Index picture_width = 640, plot_height = 480, line_height = 26, right_margin = 28;

inline constexpr Index plot_width = 545;  ///< about what the margins leave

// Circle, triangle, square, diamond, triangle down, pentagon; then the same hollow; then a
// cross. Their number has no factor in common with that of the colours.
inline constexpr std::array<int, 13> shapes = {7, 9, 5, 13, 11, 15, 6, 8, 4, 12, 10, 14, 2};

inline constexpr std::size_t first_hollow = 6;

std::string_view colour(std::size_t k);  ///< of class or curve k

/// Columns of the widest name.
Index widest(const std::vector<std::string>& names);

/// Places 1, 2, ... of an axis with names beside them, for `set xtics`.
std::string named_tics(const std::vector<std::string>& names);

struct Frame {
  std::string_view title, x_label, y_label;
  Index height = plot_height;
};

/// Lines of a key below the plot: entries stand side by side as far as there is room.
Index key_lines(const std::vector<std::string>& names);

/// The key below the plot, in as many lines as that.
inline constexpr auto key_below =
    "set key bmargin center horizontal Left reverse samplen 1.5 height 0.5\n";

/// Terminal, fonts, borders and labels.
std::string script_head(const Frame& frame);

std::string join_plots(const std::vector<std::string>& plots);

std::string script(const Scatter& scatter);
std::string script(const Lines& lines);
std::string script(const Bars& bars);
std::string script(const Grid& grid);

}  // namespace mahala
