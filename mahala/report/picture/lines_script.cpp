#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/report/picture/axis.hpp"
#include "mahala/report/picture/gnuplot.hpp"
#include "mahala/report/picture/script.hpp"
#include "mahala/report/picture/short_names.hpp"

namespace mahala {
namespace {

/// What the drawn points span.
struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;

  void hold(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

std::pair<Extent, Extent> extents(const std::vector<Curve>& curves) {
  Extent x, y;
  for (const Curve& curve : curves) {
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      if (!std::isfinite(curve.x[i]) || !std::isfinite(curve.y[i])) continue;
      x.hold(curve.x[i]);
      y.hold(curve.y[i]);
    }
  }
  if (x.low > 0 && x.low < 0.1 * x.high) x.low = 0;
  return {x, y};
}

/// Logarithmic, from zero, or around the values, as they suggest. It ends a little above the
/// largest: up to the next number would take shares beyond 100 %.
std::string value_axis(const Extent& y) {
  if (y.low > 0 && y.high > 10 * y.low) return "set logscale y\n";
  const double span = y.high > y.low ? y.high - y.low : std::max(1.0, std::abs(y.high));
  const bool from_zero = y.low >= 0 && y.high > 2 * y.low;
  return fmt::format("set yrange [{:.10g}:{:.10g}]\n", from_zero ? 0 : y.low - 0.05 * span,
                     y.high + 0.05 * span);
}

std::string curve_block(const Curve& curve, std::size_t k, Index& drawn) {
  require(curve.x.size() == curve.y.size(), "curve '{}' has {} places for {} values", curve.name,
          curve.x.size(), curve.y.size());
  std::string block = fmt::format("$curve{} << END\n", k);
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    if (!std::isfinite(curve.x[i]) || !std::isfinite(curve.y[i])) continue;
    block += fmt::format("{:.10g} {:.10g}\n", curve.x[i], curve.y[i]);
    ++drawn;
  }
  return block + "END\n";
}

/// A dotted line from bottom to top with its name above, where no curve is, towards the
/// side with more room.
std::string marker_script(const Marker& marker, const Extent& x) {
  const bool left = marker.x > (x.low + x.high) / 2;
  return fmt::format(
      "set tmargin 2\n"
      "set arrow from first {0:.10g}, graph 0 to first {0:.10g}, graph 1 nohead linewidth 2 "
      "dashtype 3 linecolor rgb '#333333' front\n"
      "set label {1} at first {0:.10g}, graph 1 {2},0.6\n",
      marker.x, gnuplot_quote(shortened(marker.name)),
      left ? "right offset char 0.5" : "left offset char -0.5");
}

}  // namespace

std::string script(const Lines& l) {
  std::vector<std::string> plots, names;
  std::string blocks;
  for (std::size_t k = 0; k < l.curves.size(); ++k) {
    const Curve& curve = l.curves[k];
    Index drawn = 0;
    const std::string block = curve_block(curve, k, drawn);
    if (drawn == 0) continue;
    blocks += block;
    if (!curve.name.empty()) names.push_back(curve.name);
    plots.push_back(fmt::format(
        "$curve{} using 1:2 with {} linewidth 2 dashtype {} pointtype {} pointsize 0.6 linecolor "
        "rgb '{}' {}",
        k, drawn <= 30 ? "linespoints" : "lines", k + 1, shapes[k % shapes.size()], colour(k),
        curve.name.empty() ? "notitle" : "title " + gnuplot_quote(shortened(curve.name))));
  }
  require(!plots.empty(), "a picture of lines needs at least one finite point");
  auto [x, y] = extents(l.curves);
  if (l.marker) x.hold(l.marker->x);
  std::string text =
      script_head({l.title, l.x_label, l.y_label, plot_height + line_height * key_lines(names)});
  text += blocks + "set format y '%g'\n" + x_axis(x.low, x.high, plot_width) + value_axis(y);
  if (!names.empty()) text += key_below;
  if (l.marker) text += marker_script(*l.marker, x);
  return text + join_plots(plots);
}

}  // namespace mahala
