#include "mahala/report/picture/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mahala/report/picture/script.hpp"

namespace mahala {
namespace {

/// Units the widest of the numbers takes, each written as gnuplot writes it.
Index number_width(double low, double high, double step) {
  std::size_t signs = 1;
  for (double k = std::ceil(low / step); k * step <= high; ++k) {
    signs = std::max(signs, fmt::format("{:g}", k * step).size());
  }
  return static_cast<Index>(signs) * digit_width;
}

/// The least step whose numbers stand apart.
double tic_step(double low, double high, Index width) {
  constexpr Index gap = 20;
  constexpr double most = 20;  // numbers on any axis
  const double least = std::pow(10, std::floor(std::log10((high - low) / most)));
  for (double unit = least;; unit *= 10) {
    for (const double step : {unit, 2 * unit, 5 * unit}) {
      const double room = step / (high - low) * static_cast<double>(width);
      const auto needed = static_cast<double>(number_width(low, high, step) + gap);
      if (room >= needed || step > high - low) return step;
    }
  }
}

}  // namespace

std::string x_numbers(double low, double high, Index width) {
  return fmt::format("set xtics {:.10g}\n", tic_step(low, high, width));
}

std::string x_axis(double low, double high, Index width) {
  const double size = std::max(std::abs(low), std::abs(high));
  if (!(high - low > 1e-9 * size)) {
    const double more = size > 0 ? size / 2 : 1;
    low -= more;
    high += more;
  }
  const double step = tic_step(low, high, width);
  const Index beyond = std::max(right_margin, number_width(low, high, step) / 2 + 4);
  return fmt::format("set xrange [{:.10g}:{:.10g}]\nset rmargin at screen {:.4f}\n", low, high,
                     1 - static_cast<double>(beyond) / static_cast<double>(picture_width)) +
         x_numbers(low, high, width);
}

}  // namespace mahala
