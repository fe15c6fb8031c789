/// @file
/// Pictures as SVG, drawn by gnuplot.
///
/// Colours are those of Okabe and Ito (2008), which colour-blind readers can tell apart;
/// classes differ by shape as well. Names are shown as they are, nothing in them is markup.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// Points coloured by class, with one unit of the same length on both axes. Short names of
/// classes also stand among their points.
struct Scatter {
  std::string title = {}, x_label = {}, y_label = {};
  bool y_numbers = true;                ///< height means something
  Matrix points = {};                   ///< 2 x n, finite
  std::vector<Index> classes = {};      ///< per point, an index into names; empty = one class
  std::vector<std::string> names = {};  ///< empty = no key
};

struct Curve {
  std::string name = {};               ///< "" = not in the key
  std::vector<double> x = {}, y = {};  ///< points that are not finite are left out
};

/// A place on the horizontal axis that is pointed out.
struct Marker {
  double x = 0;
  std::string name = {};
};

/// Curves over a common axis that differ in colour and dashes; logarithmic upwards if all
/// values are positive and the largest is over ten times the smallest.
struct Lines {
  std::string title = {}, x_label = {}, y_label = {};
  std::vector<Curve> curves = {};
  std::optional<Marker> marker = {};
};

/// Bars from zero: lying, with names beside them, or upright and numbered 1, 2, ... if
/// there are no names.
struct Bars {
  std::string title = {}, value_label = {};
  std::vector<double> values = {};      ///< finite
  std::vector<std::string> names = {};  ///< empty, or one per bar
  std::vector<double> spread = {};      ///< empty, or half the length of each error bar
};

/// A square table of counts. The diagonal is blue and the rest orange, the darker the larger
/// the cell's share of its row; the counts stand in the cells.
struct Grid {
  std::string title = {}, x_label = {}, y_label = {};
  Matrix counts = {};                   ///< not negative
  std::vector<std::string> names = {};  ///< of the rows, and of the columns
};

using Picture = std::variant<Scatter, Lines, Bars, Grid>;

/// An <svg> element to be put into a page, without XML prolog and with ids of its own.
/// Equal pictures give equal text. Error if there is nothing to draw or no gnuplot.
std::string draw_svg(const Picture& picture);

/// The same as a file of its own.
std::string svg_file(const Picture& picture);

}  // namespace mahala
