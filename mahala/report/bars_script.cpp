#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/report/gnuplot.hpp"
#include "mahala/report/script.hpp"

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
      {b.title, b.value_label, "", (b.title.empty() ? 90 : 130) + static_cast<Index>(count) * 32});
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
  plots.emplace_back("$bars using 4:1:(sprintf('%.3g', $2)) with labels left offset char 0.7,0");
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

}  // namespace

std::string script(const Bars& b) {
  check(b);
  return b.names.empty() ? upright_script(b) : lying_script(b);
}

}  // namespace mahala
