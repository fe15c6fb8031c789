#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/report/picture/gnuplot.hpp"
#include "mahala/report/picture/script.hpp"
#include "mahala/report/picture/short_names.hpp"

namespace mahala {
namespace {

constexpr Index longest_name = 12;

void check(const Grid& g) {
  require(g.counts.size() > 0 && g.counts.rows() == g.counts.cols() &&
              std::ssize(g.names) == g.counts.rows(),
          "a grid of {} x {} counts has {} names", g.counts.rows(), g.counts.cols(),
          g.names.size());
  require(g.counts.allFinite() && g.counts.minCoeff() >= 0, "a grid holds a count below zero");
}

/// From white to the colour of right or wrong. The root makes few mistakes visible.
struct Shade {
  int rgb = 0xFFFFFF;
  bool dark = false;  ///< text on it has to be white
};

Shade shade(double share, bool right) {
  constexpr double blue[] = {0x00, 0x72, 0xB2}, orange[] = {0xD5, 0x5E, 0x00};
  const double strength = std::sqrt(share);
  int rgb = 0;
  for (int c = 0; c < 3; ++c) {
    const double full = right ? blue[c] : orange[c];
    rgb = rgb * 256 + static_cast<int>(255 + strength * (full - 255));
  }
  return {rgb, strength > 0.6};
}

/// Columns: place across, place down, colour of the cell, count, colour of the count. Cells
/// of zero stay white and empty.
std::string cell_block(const Grid& g) {
  std::string block = "$cells << END\n";
  for (Index r = 0; r < g.counts.rows(); ++r) {
    const double total = std::max(1.0, g.counts.row(r).sum());
    for (Index c = 0; c < g.counts.cols(); ++c) {
      if (g.counts(r, c) == 0) continue;
      const Shade cell = shade(g.counts(r, c) / total, r == c);
      block += fmt::format("{} {} {} {:g} {}\n", c + 1, r + 1, cell.rgb, g.counts(r, c),
                           cell.dark ? 0xFFFFFF : 0x222222);
    }
  }
  return block + "END\n";
}

}  // namespace

std::string script(const Grid& g) {
  check(g);
  const Index count = g.counts.rows();
  const std::vector<std::string> names = shortened(g.names, longest_name);
  const Index cell = 520 / count, name_font = std::clamp<Index>(cell * 3 / 4, 8, 18);
  const bool upright = widest(names) * name_font * 6 / 10 > cell;
  std::string text = script_head({g.title, g.x_label, g.y_label, 600}) + cell_block(g);
  text += fmt::format(
      "set xrange [0.5:{0}.5]\nset yrange [{0}.5:0.5]\nunset grid\nset border 15\n"
      "set xtics {1} scale 0 font ',{2}' {3}\nset ytics {1} scale 0 font ',{2}'\n",
      count, named_tics(names), name_font, upright ? "rotate by 90 right" : "");
  if (upright) text += "set xlabel offset 0,0\n";
  return text + join_plots({"$cells using 1:2:(0.5):(0.5):3 with boxxyerror fillstyle solid "
                            "noborder linecolor rgb variable",
                            fmt::format("$cells using 1:2:(sprintf('%g', $4)):5 with labels font "
                                        "',{}' textcolor rgb variable",
                                        std::clamp<Index>(cell * 11 / 20, 6, 18))});
}

}  // namespace mahala
