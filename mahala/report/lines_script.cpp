#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/report/gnuplot.hpp"
#include "mahala/report/script.hpp"

namespace mahala {
namespace {

/// The smallest and the largest of the drawn values.
std::pair<double, double> value_range(const std::vector<Curve>& curves) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const Curve& curve : curves) {
    for (const double y : curve.y) {
      if (!std::isfinite(y)) continue;
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  return {low, high};
}

/// Logarithmic, from zero, or around the values, as they suggest.
std::string value_axis(const std::vector<Curve>& curves) {
  const auto [low, high] = value_range(curves);
  if (low > 0 && high > 10 * low) return "set logscale y\n";
  if (low >= 0 && high > 2 * low) return "set yrange [0:*]\nset offsets 0, 0, graph 0.05, 0\n";
  return "set offsets 0, 0, graph 0.05, graph 0.05\n";
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

/// A dotted line from bottom to top with its name at the upper end.
std::string marker_script(const Marker& marker) {
  return fmt::format(
      "set arrow from first {0:.10g}, graph 0 to first {0:.10g}, graph 1 nohead linewidth 2 "
      "dashtype 3 linecolor rgb '#333333' front\n"
      "set label {1} at first {0:.10g}, graph 0.96 offset char 0.5,0 front\n",
      marker.x, gnuplot_quote(shortened(marker.name)));
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
  std::string text =
      script_head({l.title, l.x_label, l.y_label, plot_height + line_height * key_lines(names)});
  text += blocks + "set format y '%g'\n" + value_axis(l.curves);
  if (!names.empty()) text += key_below;
  if (l.marker) text += marker_script(*l.marker);
  return text + join_plots(plots);
}

}  // namespace mahala
