#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/report/picture/axis.hpp"
#include "mahala/report/picture/gnuplot.hpp"
#include "mahala/report/picture/script.hpp"
#include "mahala/report/picture/short_names.hpp"
#include "mahala/report/picture/text.hpp"

namespace mahala {
namespace {

constexpr std::size_t most_key_entries = 32;

/// Names that are put among the points: so short, and so few.
constexpr Index longest_label = 12;
constexpr std::size_t most_labels = 40;

/// What the key says of the classes that have points.
struct Key {
  std::vector<std::string> names = {};    ///< by class; "" = not in the key
  std::vector<std::string> entries = {};  ///< in their order
  std::string more = {};                  ///< the last entry if there is no room for all

  explicit Key(const Scatter& s) : names(s.names.size()) {
    const std::vector<std::string> short_names = shortened(s.names);
    std::size_t left = 0;
    for (std::size_t k = 0; k < s.names.size(); ++k) {
      const bool present = s.classes.empty() || std::find(s.classes.begin(), s.classes.end(),
                                                          Index(k)) != s.classes.end();
      if (present && entries.size() < most_key_entries) {
        entries.push_back(names[k] = short_names[k]);
      } else if (present) {
        ++left;
      }
    }
    if (left > 0) entries.push_back(more = fmt::format("and {} more", left));
  }
};

/// Ranges of equal units that hold all points and have the shape of the plot.
struct Ranges {
  Vector low = {}, high = {};

  explicit Ranges(const Matrix& points) {
    constexpr double aspect = 1.43, margin = 1.08;
    low = points.rowwise().minCoeff();
    high = points.rowwise().maxCoeff();
    const double needed = std::max(high[0] - low[0], aspect * (high[1] - low[1]));
    const double across = needed > 0 ? margin * needed : 1;
    const Vector half = Eigen::Vector2d(across / 2, across / aspect / 2);
    const Vector centre = (low + high) / 2;
    low = centre - half;
    high = centre + half;
  }

  double unit() const {
    return (high[0] - low[0]) / static_cast<double>(plot_width);
  }  ///< of the picture

  std::string script() const {
    return fmt::format("set size ratio -1\nset xrange [{}:{}]\nset yrange [{}:{}]\n", low[0],
                       high[0], low[1], high[1]) +
           x_numbers(low[0], high[0], plot_width);
  }
};

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

std::string class_plot(const Scatter& s, std::size_t k, const Key& key) {
  const bool in_key = k < key.names.size() && !key.names[k].empty();
  const bool hollow = k % shapes.size() >= first_hollow;
  const double filled = std::clamp(12 / std::sqrt(static_cast<double>(s.points.cols())), 0.6, 0.85);
  const double size = filled * (hollow ? 1.25 : 1);
  return fmt::format(
      "$class{} using 1:2 with points pointtype {} pointsize {} linewidth 1.5 linecolor rgb '{}' "
      "{}",
      k, shapes[k % shapes.size()], size, colour(k),
      in_key ? "title " + gnuplot_quote(key.names[k]) : "notitle");
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The name of a class and where it stands.
struct Label {
  std::size_t name = 0;
  Eigen::Vector2d at = {}, half = {};  ///< middle, and half of width and height
};

/// The names of the classes a little above the medians of their points, which may be all
/// there is to see.
std::vector<Label> median_labels(const Scatter& s, double unit) {
  std::vector<Label> labels;
  for (std::size_t k = 0; k < s.names.size(); ++k) {
    std::vector<double> x, y;
    for (Index i = 0; i < s.points.cols(); ++i) {
      if (s.classes[static_cast<std::size_t>(i)] != static_cast<Index>(k)) continue;
      x.push_back(s.points(0, i));
      y.push_back(s.points(1, i));
    }
    if (x.empty()) continue;
    const auto width = static_cast<double>(display_width(one_line(s.names[k])) * 11 + 8);
    labels.push_back({k, {median(x), median(y) + unit * 22}, {unit * width / 2, unit * 11}});
  }
  return labels;
}

/// Moves a label back into the plot, outside of which gnuplot draws none.
void keep_inside(Label& label, const Ranges& ranges) {
  const Eigen::Vector2d low = ranges.low + label.half, high = ranges.high - label.half;
  label.at = label.at.cwiseMax(low).cwiseMin(high);
}

/// Pushes two labels that cover each other apart, the shorter way and half of it each; false
/// if they do not.
bool push_apart(Label& a, Label& b) {
  const Eigen::Vector2d apart = b.at - a.at, lack = a.half + b.half - apart.cwiseAbs();
  if (lack.minCoeff() <= 1e-9 * lack.cwiseAbs().maxCoeff()) return false;
  const int way = lack[0] < lack[1] ? 0 : 1;
  const double push = (apart[way] < 0 ? -0.5 : 0.5) * lack[way];
  a.at[way] -= push;
  b.at[way] += push;
  return true;
}

void part(std::vector<Label>& labels, const Ranges& ranges) {
  constexpr int rounds = 2000;
  bool moved = true;
  for (int round = 0; round < rounds && moved; ++round) {
    moved = false;
    for (std::size_t a = 0; a < labels.size(); ++a) {
      for (std::size_t b = a + 1; b < labels.size(); ++b) {
        moved = push_apart(labels[a], labels[b]) || moved;
      }
    }
    for (Label& label : labels) keep_inside(label, ranges);
  }
}

std::string label_block(const Scatter& s, const Ranges& ranges) {
  std::vector<Label> labels = median_labels(s, ranges.unit());
  part(labels, ranges);
  std::string block = "$labels << END\n";
  for (const Label& label : labels) {
    block += fmt::format("{:.7g} {:.7g} {}\n", label.at[0], label.at[1], label.name + 1);
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
  const Key key(s);
  std::string text = script_head(
      {s.title, s.x_label, s.y_label, plot_height + line_height * key_lines(key.entries)});
  const Ranges ranges(s.points);
  text += ranges.script();
  if (!s.y_numbers) text += "unset ytics\n";
  std::vector<std::string> plots;
  for (std::size_t k = 0; k < class_count(s); ++k) {
    const std::string block = class_block(s, k);
    if (std::count(block.begin(), block.end(), '\n') == 2) continue;  // nobody in it
    text += block;
    plots.push_back(class_plot(s, k, key));
  }
  if (!key.entries.empty()) text += key_below;
  if (!key.more.empty()) plots.push_back("keyentry title " + gnuplot_quote(key.more));
  if (has_labels(s)) {
    text += label_block(s, ranges) + label_names(s) +
            "set style textbox opaque noborder fillcolor rgb '#ffffff' margins 0.4,0.2\n";
    plots.emplace_back("$labels using 1:2:(names[int($3)]) with labels boxed notitle");
  }
  return text + join_plots(plots);
}

}  // namespace mahala
