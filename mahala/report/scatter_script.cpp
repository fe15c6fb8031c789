#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/report/gnuplot.hpp"
#include "mahala/report/script.hpp"
#include "mahala/report/text.hpp"

namespace mahala {
namespace {

constexpr std::ptrdiff_t most_key_entries = 32;

/// Names that are put among the points: so short, and so few.
constexpr Index longest_label = 12;
constexpr std::size_t most_labels = 40;

/// Where the axes are: the room below is for numbers, a label and the key.
struct Box {
  double left = 75, right = 20, top = 15, bottom = 45, height = plot_height;

  explicit Box(const Scatter& s) {
    if (!s.title.empty()) top += 35;
    if (!s.y_label.empty()) left += 30;
    if (!s.y_numbers) left -= 45;
    const auto key = static_cast<double>(
        line_height * key_lines({s.names.begin(), s.names.begin() + shown_names(s)}));
    bottom += key + (s.x_label.empty() ? 0 : 30);
    height += key;
  }

  double aspect() const { return (picture_width - left - right) / (height - top - bottom); }

  std::string margins() const {
    return fmt::format(
        "set lmargin at screen {:.5f}\nset rmargin at screen {:.5f}\n"
        "set tmargin at screen {:.5f}\nset bmargin at screen {:.5f}\n",
        left / picture_width, 1 - right / picture_width, 1 - top / height, bottom / height);
  }

  static std::ptrdiff_t shown_names(const Scatter& s) {
    return std::ssize(s.names) < most_key_entries ? std::ssize(s.names) : most_key_entries;
  }
};

/// Ranges of equal units that hold all points and have the shape of the box.
std::string equal_ranges(const Matrix& points, double aspect) {
  constexpr double margin = 1.08;
  const Vector low = points.rowwise().minCoeff(), high = points.rowwise().maxCoeff();
  const Vector centre = (low + high) / 2;
  const double needed = std::max(high[0] - low[0], aspect * (high[1] - low[1]));
  const double across = needed > 0 ? margin * needed : 1, up = across / aspect;
  return fmt::format("set xrange [{}:{}]\nset yrange [{}:{}]\n", centre[0] - across / 2,
                     centre[0] + across / 2, centre[1] - up / 2, centre[1] + up / 2);
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
  const bool in_key = k < static_cast<std::size_t>(Box::shown_names(s));
  const bool hollow = k % shapes.size() >= first_hollow;
  const double size = (s.points.cols() > 400 ? 0.6 : 0.85) * (hollow ? 1.25 : 1);
  return fmt::format(
      "$class{} using 1:2 with points pointtype {} pointsize {} linewidth 1.5 linecolor rgb '{}' "
      "{}",
      k, shapes[k % shapes.size()], size, colour(k),
      in_key ? "title " + gnuplot_quote(shortened(s.names[k])) : "notitle");
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The names of the classes at the medians of their points, on white so that they can be read.
std::string label_block(const Scatter& s) {
  std::string block = "$labels << END\n";
  for (std::size_t k = 0; k < s.names.size(); ++k) {
    std::vector<double> x, y;
    for (Index i = 0; i < s.points.cols(); ++i) {
      if (s.classes[static_cast<std::size_t>(i)] != static_cast<Index>(k)) continue;
      x.push_back(s.points(0, i));
      y.push_back(s.points(1, i));
    }
    if (x.empty()) continue;
    block += fmt::format("{:.7g} {:.7g} {}\n", median(x), median(y), k + 1);
  }
  return block + "END\n";
}

bool has_labels(const Scatter& s) {
  const auto fits = [](const std::string& name) {
    return display_width(one_line(name)) <= longest_label;
  };
  return !s.classes.empty() && s.names.size() > 1 && s.names.size() <= most_labels &&
         std::all_of(s.names.begin(), s.names.end(), fits);
}

/// The array that label_block's third column counts in.
std::string label_names(const Scatter& s) {
  std::vector<std::string> names;
  for (const std::string& name : s.names) names.push_back(gnuplot_quote(name));
  return fmt::format("array names[{}] = [{}]\n", names.size(), fmt::join(names, ","));
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

}  // namespace

std::string script(const Scatter& s) {
  check(s);
  const Box box(s);
  std::string text = script_head({s.title, s.x_label, s.y_label, static_cast<Index>(box.height)}) +
                     box.margins() + equal_ranges(s.points, box.aspect());
  if (!s.y_numbers) text += "unset ytics\n";
  std::vector<std::string> plots;
  for (std::size_t k = 0; k < class_count(s); ++k) {
    const std::string block = class_block(s, k);
    if (std::count(block.begin(), block.end(), '\n') == 2) continue;  // nobody in it
    text += block;
    plots.push_back(class_plot(s, k));
  }
  if (!s.names.empty()) text += key_below;
  if (std::ssize(s.names) > most_key_entries) {
    plots.push_back(
        "keyentry title " +
        gnuplot_quote(fmt::format("and {} more", std::ssize(s.names) - most_key_entries)));
  }
  if (has_labels(s)) {
    text += label_block(s) + label_names(s) +
            "set style textbox opaque noborder fillcolor rgb '#ffffff' margins 0.4,0.2\n";
    plots.emplace_back("$labels using 1:2:(names[int($3)]) with labels boxed notitle");
  }
  return text + join_plots(plots);
}

}  // namespace mahala
