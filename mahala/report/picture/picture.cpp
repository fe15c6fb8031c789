#include "mahala/report/picture/picture.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mahala/report/picture/gnuplot.hpp"
#include "mahala/report/picture/script.hpp"
#include "mahala/report/picture/short_names.hpp"
#include "mahala/report/picture/text.hpp"

namespace mahala {
namespace {

// The eighth, a yellow hard to see on white, gives way to a grey.
constexpr std::array<std::string_view, 8> colours = {"#0072B2", "#D55E00", "#009E73", "#E69F00",
                                                     "#CC79A7", "#56B4E9", "#000000", "#777777"};

}  // namespace

std::string_view colour(std::size_t k) { return colours[k % colours.size()]; }

Index widest(const std::vector<std::string>& names) {
  Index columns = 0;
  for (const std::string& name : names) columns = std::max(columns, display_width(name));
  return columns;
}

std::string named_tics(const std::vector<std::string>& names) {
  std::vector<std::string> places;
  for (std::size_t k = 0; k < names.size(); ++k) {
    places.push_back(fmt::format("{} {}", gnuplot_tic(names[k]), k + 1));
  }
  return fmt::format("({})", fmt::join(places, ", "));
}

std::string script_head(const Frame& frame) {
  constexpr Index longest = 100;  // no picture is wide enough for more
  const auto quoted = [](std::string_view text) { return gnuplot_quote(shortened(text, longest)); };
  return fmt::format(
      "set encoding utf8\n"
      "set terminal svg size {},{} dynamic noenhanced font 'sans-serif,20' background 'white'\n"
      "set border 3 linecolor '#555555'\n"
      "set tics nomirror out scale 0.5\n"
      "set grid linecolor '#dddddd' linetype 1 linewidth 0.5\n"
      "set title {} font ',22'\nset xlabel {} offset 0,0.4\nset ylabel {}\n"
      "set tmargin {}\nset rmargin 2\nset key off\n",
      picture_width, frame.height, quoted(frame.title), quoted(frame.x_label),
      quoted(frame.y_label), frame.title.empty() ? 0.5 : 2.0);
}

Index key_lines(const std::vector<std::string>& names) {
  const Index in_a_line =
      std::max<Index>(1, (picture_width - 40) / (widest(shortened(names)) * 14 + 75));
  return (std::ssize(names) + in_a_line - 1) / in_a_line;
}

std::string join_plots(const std::vector<std::string>& plots) {
  return fmt::format("plot {}\n", fmt::join(plots, ", "));
}

std::string draw_svg(const Picture& picture) {
  return std::visit([](const auto& p) { return inline_svg(run_gnuplot(script(p)), p.title); },
                    picture);
}

std::string svg_file(const Picture& picture) {
  std::string svg = draw_svg(picture);
  const auto root = svg.find("<svg");
  if (svg.find("xmlns=", root) == std::string::npos) {
    svg.insert(root + 4, " xmlns=\"http://www.w3.org/2000/svg\"");
  }
  return svg;
}

}  // namespace mahala
