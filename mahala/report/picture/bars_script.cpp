#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/report/picture/axis.hpp"
#include "mahala/report/picture/gnuplot.hpp"
#include "mahala/report/picture/script.hpp"
#include "mahala/report/picture/short_names.hpp"

namespace mahala {
namespace {

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

/// Whole numbers in full, others to three digits.
std::string written(double value) {
  const bool whole = value == std::round(value) && std::abs(value) < 1e7;
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.3g}", value);
}

/// Columns: place, value, spread, end of the error bar, value in writing.
std::string bar_block(const Bars& b) {
  std::string block = "$bars << END\n";
  for (std::size_t k = 0; k < b.values.size(); ++k) {
    block += fmt::format("{} {:.10g} {:.10g} {:.10g} {}\n", k + 1, b.values[k], spread(b, k),
                         b.values[k] + spread(b, k), written(b.values[k]));
  }
  return block + "END\n";
}

/// From zero or below to a little more than the longest error bar, as a share of the whole.
std::pair<double, double> value_range(const Bars& b, double room) {
  double low = 0, high = 0;
  for (std::size_t k = 0; k < b.values.size(); ++k) {
    low = std::min(low, b.values[k] - spread(b, k));
    high = std::max(high, b.values[k] + spread(b, k));
  }
  const double span = high > low ? high - low : 1;
  return {low < 0 ? low - 0.05 * span : 0, high + room * span};
}

/// Margins and horizontal axis of lying bars: room for the names on the left, for the values
/// in writing on the right, and the title over all of it. Gnuplot has no fonts to measure with.
std::string lying_axis(const Bars& b, const std::vector<std::string>& names) {
  constexpr Index letter_width = 13;
  std::vector<std::string> numbers;
  for (const double value : b.values) numbers.push_back(written(value));
  const Index left = widest(names) * letter_width + 24;
  const Index width = picture_width - right_margin - left;
  const Index beyond = std::min(widest(numbers) * digit_width, width / 2);
  const auto [low, high] =
      value_range(b, static_cast<double>(beyond) / static_cast<double>(width - beyond));
  const double whole = picture_width, centre = static_cast<double>(left + width / 2) / whole;
  return fmt::format("set lmargin at screen {:.4f}\nset title offset screen {:.4f},0\n",
                     static_cast<double>(left) / whole, 0.5 - centre) +
         x_axis(low, high, width);
}

/// From the top down, each with its value as a number at its end.
std::string lying_script(const Bars& b) {
  const auto count = b.values.size();
  std::string text = script_head(
      {b.title, b.value_label, "", (b.title.empty() ? 90 : 130) + static_cast<Index>(count) * 32});
  const std::vector<std::string> names = shortened(b.names);
  text += bar_block(b) + lying_axis(b, names);
  text += fmt::format("set yrange [{}.6:0.4]\nset ytics {} scale 0\nset grid noytics\n", count,
                      named_tics(names));
  std::vector<std::string> plots = {fmt::format(
      "$bars using 2:1:(0):2:($1-0.35):($1+0.35) with boxxyerror fillstyle solid noborder "
      "linecolor rgb '{}'",
      colour(5))};
  if (!b.spread.empty()) {
    plots.emplace_back(
        "$bars using 2:1:3 with xerrorbars pointtype 0 linewidth 1.5 linecolor "
        "rgb '#333333'");
  }
  plots.emplace_back("$bars using 4:1:5 with labels left offset char 0.7,0");
  return text + join_plots(plots);
}

std::string upright_script(const Bars& b) {
  const auto count = b.values.size();
  std::string text = script_head({b.title, "", b.value_label});
  const auto [low, high] = value_range(b, 0.05);
  text += bar_block(b);
  text += fmt::format("set xrange [0.4:{}.6]\nset yrange [{}:{}]\nset grid noxtics\n", count, low,
                      high);
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

}  // namespace

std::string script(const Bars& b) {
  check(b);
  return b.names.empty() ? upright_script(b) : lying_script(b);
}

}  // namespace mahala
