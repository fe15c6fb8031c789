/// @file
/// Pictures as SVG, drawn by gnuplot.
///
/// Colours are those of Okabe and Ito (2008), which colour-blind readers can tell apart;
/// classes differ by shape as well. Names are shown as they are, nothing in them is markup.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// Points coloured by class, with one unit of the same length on both axes.
struct Scatter {
  std::string title = {}, x_label = {}, y_label = {};
  Matrix points = {};                   ///< 2 x n, finite
  std::vector<Index> classes = {};      ///< per point, an index into names; empty = one class
  std::vector<std::string> names = {};  ///< empty = no key
};

struct Curve {
  std::string name = {};               ///< "" = not in the key
  std::vector<double> x = {}, y = {};  ///< points that are not finite are left out
};

/// Curves over a common axis; logarithmic upwards if all values are positive and span more
/// than two decades.
struct Lines {
  std::string title = {}, x_label = {}, y_label = {};
  std::vector<Curve> curves = {};
};

/// Bars from zero: lying, with names beside them, or upright and numbered 1, 2, ... if
/// there are no names.
struct Bars {
  std::string title = {}, value_label = {};
  std::vector<double> values = {};      ///< finite
  std::vector<std::string> names = {};  ///< empty, or one per bar
  std::vector<double> spread = {};      ///< empty, or half the length of each error bar
};

using Picture = std::variant<Scatter, Lines, Bars>;

/// An <svg> element to be put into a page, without XML prolog and with ids of its own.
/// Equal pictures give equal text. Error if there is nothing to draw or no gnuplot.
std::string draw_svg(const Picture& picture);

}  // namespace mahala
