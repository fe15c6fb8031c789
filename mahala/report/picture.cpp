#include "mahala/report/picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/report/gnuplot.hpp"
#include "mahala/report/text.hpp"

namespace mahala {
namespace {

// Sizes are in the units of the picture, which a page scales to the width it has.
constexpr Index width = 640, plot_height = 480, line_height = 26;

// The eighth, a yellow hard to see on white, gives way to a grey.
constexpr std::array<std::string_view, 8> colours = {"#0072B2", "#D55E00", "#009E73", "#E69F00",
                                                     "#CC79A7", "#56B4E9", "#000000", "#777777"};

// Circle, triangle, square, diamond, triangle down, pentagon; then the same hollow; then a
// cross. Their number has no factor in common with that of the colours.
constexpr std::array<int, 13> shapes = {7, 9, 5, 13, 11, 15, 6, 8, 4, 12, 10, 14, 2};

constexpr std::size_t first_hollow = 6;

constexpr std::size_t most_key_entries = 24;
constexpr Index longest_name = 28;

std::string_view colour(std::size_t k) { return colours[k % colours.size()]; }

/// The name, cut after so many signs that a key or an axis has room for it.
std::string shortened(std::string_view name) {
  const std::string line = one_line(name);
  if (display_width(line) <= longest_name) return line;
  std::size_t end = 0;
  while (display_width(line.substr(0, end)) < longest_name - 1) {
    ++end;
    while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) ++end;
  }
  return line.substr(0, end) + "…";
}

struct Frame {
  std::string_view title, x_label, y_label;
  Index height = plot_height;
};

std::string script_head(const Frame& frame) {
  return fmt::format(
      "set encoding utf8\n"
      "set terminal svg size {},{} dynamic noenhanced font 'sans-serif,18' background 'white'\n"
      "set border 3 linecolor '#555555'\n"
      "set tics nomirror out scale 0.5\n"
      "set grid linecolor '#dddddd' linetype 1 linewidth 0.5\n"
      "set title {}\nset xlabel {} offset 0,0.4\nset ylabel {}\n"
      "set tmargin {}\nset rmargin 2\nset key off\n",
      width, frame.height, gnuplot_quote(frame.title), gnuplot_quote(frame.x_label),
      gnuplot_quote(frame.y_label), frame.title.empty() ? 0.5 : 2.0);
}

std::string join_plots(const std::vector<std::string>& plots) {
  return fmt::format("plot {}\n", fmt::join(plots, ", "));
}

// ---- scatter ----

/// Lines of a key below the plot, for the height of the picture.
Index key_lines(const std::vector<std::string>& names) {
  const std::size_t entries = std::min(names.size(), most_key_entries + 1);
  Index widest = 0;
  for (const std::string& name : names) {
    widest = std::max(widest, display_width(shortened(name)));
  }
  const Index in_a_line = std::max<Index>(1, (width - 40) / (widest * 12 + 60));
  return (static_cast<Index>(entries) + in_a_line - 1) / in_a_line;
}

/// Ranges of equal units that hold all points and have the shape of the plot.
std::string equal_ranges(const Matrix& points) {
  constexpr double aspect = 1.35, margin = 1.08;
  const Vector low = points.rowwise().minCoeff(), high = points.rowwise().maxCoeff();
  const Vector centre = (low + high) / 2;
  const double needed = std::max(high[0] - low[0], aspect * (high[1] - low[1]));
  const double across = needed > 0 ? margin * needed : 1, up = across / aspect;
  return fmt::format("set size ratio -1\nset xrange [{}:{}]\nset yrange [{}:{}]\n",
                     centre[0] - across / 2, centre[0] + across / 2, centre[1] - up / 2,
                     centre[1] + up / 2);
}

std::string class_block(const Scatter& s, std::size_t k) {
  std::string block = fmt::format("$class{} << END\n", k);
  for (Index i = 0; i < s.points.cols(); ++i) {
    if (!s.classes.empty() && s.classes[static_cast<std::size_t>(i)] != static_cast<Index>(k)) {
      continue;
    }
    block += fmt::format("{:.7g} {:.7g}\n", s.points(0, i), s.points(1, i));
  }
  return block + "END\n";
}

std::string class_plot(const Scatter& s, std::size_t k) {
  const bool in_key = k < s.names.size() && k < most_key_entries;
  const bool hollow = k % shapes.size() >= first_hollow;
  const double size = (s.points.cols() > 400 ? 0.55 : 0.8) * (hollow ? 1.25 : 1);
  return fmt::format(
      "$class{} using 1:2 with points pointtype {} pointsize {} linewidth 1.5 linecolor rgb '{}' "
      "{}",
      k, shapes[k % shapes.size()], size, colour(k),
      in_key ? "title " + gnuplot_quote(shortened(s.names[k])) : "notitle");
}

std::size_t class_count(const Scatter& s) {
  return s.classes.empty() ? 1 : std::max<std::size_t>(1, s.names.size());
}

void check(const Scatter& s) {
  require(s.points.rows() == 2 && s.points.cols() > 0 && s.points.allFinite(),
          "a scatter picture needs finite points in two dimensions");
  require(s.classes.empty() || std::ssize(s.classes) == s.points.cols(),
          "a scatter picture of {} points has {} classes", s.points.cols(), s.classes.size());
  const auto classes = static_cast<Index>(class_count(s));
  for (const Index c : s.classes) {
    require(0 <= c && c < classes, "class {} of a scatter picture has no name", c);
  }
}

std::string script(const Scatter& s) {
  check(s);
  std::string text =
      script_head({s.title, s.x_label, s.y_label, plot_height + line_height * key_lines(s.names)});
  text += equal_ranges(s.points);
  std::vector<std::string> plots;
  for (std::size_t k = 0; k < class_count(s); ++k) {
    const std::string block = class_block(s, k);
    if (std::count(block.begin(), block.end(), '\n') == 2) continue;  // nobody in it
    text += block;
    plots.push_back(class_plot(s, k));
  }
  if (!s.names.empty()) {
    text += "set key bmargin center horizontal Left reverse samplen 1 height 0.5\n";
  }
  if (s.names.size() > most_key_entries) {
    plots.push_back("keyentry title " +
                    gnuplot_quote(fmt::format("and {} more", s.names.size() - most_key_entries)));
  }
  return text + join_plots(plots);
}

// ---- lines ----

/// Are all drawn values positive, and is the largest over 100 times the smallest?
bool spans_decades(const std::vector<Curve>& curves) {
  double low = INFINITY, high = -INFINITY;
  for (const Curve& curve : curves) {
    for (const double y : curve.y) {
      if (!std::isfinite(y)) continue;
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  return low > 0 && high > 100 * low;
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

std::string script(const Lines& l) {
  std::string text = script_head({l.title, l.x_label, l.y_label});
  std::vector<std::string> plots;
  for (std::size_t k = 0; k < l.curves.size(); ++k) {
    Index drawn = 0;
    const std::string block = curve_block(l.curves[k], k, drawn);
    if (drawn == 0) continue;
    text += block;
    plots.push_back(fmt::format(
        "$curve{} using 1:2 with {} linewidth 2 dashtype {} pointtype {} pointsize 0.6 linecolor "
        "rgb '{}' {}",
        k, drawn <= 30 ? "linespoints" : "lines", k / colours.size() + 1, shapes[k % shapes.size()],
        colour(k),
        l.curves[k].name.empty() ? "notitle"
                                 : "title " + gnuplot_quote(shortened(l.curves[k].name))));
  }
  require(!plots.empty(), "a picture of lines needs at least one finite point");
  text +=
      "set format y '%g'\nset key on top right opaque\nset offsets 0, 0, graph 0.05, graph 0.05\n";
  if (spans_decades(l.curves)) text += "set logscale y\n";
  return text + join_plots(plots);
}

// ---- bars ----

void check(const Bars& b) {
  require(!b.values.empty(), "a picture of bars needs at least one bar");
  const auto finite = [](double v) { return std::isfinite(v); };
  require(std::all_of(b.values.begin(), b.values.end(), finite) &&
              std::all_of(b.spread.begin(), b.spread.end(), finite),
          "a picture of bars needs finite values");
  require(b.names.empty() || b.names.size() == b.values.size(), "{} bars have {} names",
          b.values.size(), b.names.size());
  require(b.spread.empty() || b.spread.size() == b.values.size(), "{} bars have {} spreads",
          b.values.size(), b.spread.size());
}

double spread(const Bars& b, std::size_t k) { return b.spread.empty() ? 0 : b.spread[k]; }

/// Columns: place, value, spread, end of the error bar.
std::string bar_block(const Bars& b) {
  std::string block = "$bars << END\n";
  for (std::size_t k = 0; k < b.values.size(); ++k) {
    block += fmt::format("{} {:.10g} {:.10g} {:.10g}\n", k + 1, b.values[k], spread(b, k),
                         b.values[k] + spread(b, k));
  }
  return block + "END\n";
}

/// From zero or below to a little more than the longest error bar, as a share of the whole.
std::string value_range(std::string_view axis, const Bars& b, double room) {
  double low = 0, high = 0;
  for (std::size_t k = 0; k < b.values.size(); ++k) {
    low = std::min(low, b.values[k] - spread(b, k));
    high = std::max(high, b.values[k] + spread(b, k));
  }
  const double span = high > low ? high - low : 1;
  return fmt::format("set {}range [{}:{}]\n", axis, low < 0 ? low - 0.05 * span : 0,
                     high + room * span);
}

/// From the top down, each with its value as a number at its end.
std::string lying_script(const Bars& b) {
  const auto count = b.values.size();
  std::string text = script_head(
      {b.title, b.value_label, "", (b.title.empty() ? 90 : 130) + static_cast<Index>(count) * 40});
  text += bar_block(b) + value_range("x", b, 0.15);
  std::vector<std::string> tics;
  for (std::size_t k = 0; k < count; ++k) {
    tics.push_back(fmt::format("{} {}", gnuplot_quote(shortened(b.names[k])), k + 1));
  }
  text += fmt::format("set yrange [{}.6:0.4]\nset ytics ({}) scale 0\nset grid noytics\n", count,
                      fmt::join(tics, ", "));
  std::vector<std::string> plots = {fmt::format(
      "$bars using 2:1:(0):2:($1-0.35):($1+0.35) with boxxyerror fillstyle solid noborder "
      "linecolor rgb '{}'",
      colour(5))};
  if (!b.spread.empty()) {
    plots.emplace_back(
        "$bars using 2:1:3 with xerrorbars pointtype 0 linewidth 1.5 linecolor "
        "rgb '#333333'");
  }
  plots.emplace_back("$bars using 4:1:(sprintf('%.4g', $2)) with labels left offset char 0.7,0");
  return text + join_plots(plots);
}

std::string upright_script(const Bars& b) {
  const auto count = b.values.size();
  std::string text = script_head({b.title, "", b.value_label});
  text += bar_block(b) + value_range("y", b, 0.05);
  text += fmt::format("set xrange [0.4:{}.6]\nset grid noxtics\n", count);
  if (count <= 20) text += "set xtics 1 scale 0\n";
  std::vector<std::string> plots = {fmt::format(
      "$bars using 1:2:($1-0.4):($1+0.4):(0):2 with boxxyerror fillstyle solid noborder linecolor "
      "rgb '{}'",
      colour(0))};
  if (!b.spread.empty()) {
    plots.emplace_back(
        "$bars using 1:2:3 with yerrorbars pointtype 0 linewidth 1.5 linecolor "
        "rgb '#333333'");
  }
  return text + join_plots(plots);
}

std::string script(const Bars& b) {
  check(b);
  return b.names.empty() ? upright_script(b) : lying_script(b);
}

}  // namespace

std::string draw_svg(const Picture& picture) {
  return std::visit([](const auto& p) { return inline_svg(run_gnuplot(script(p)), p.title); },
                    picture);
}

}  // namespace mahala
