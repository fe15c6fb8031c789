#include "mahala/report/embedding_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "mahala/report/picture/picture.hpp"
#include "mahala/report/plane.hpp"

namespace mahala {
namespace {

/// Spreads classes upwards, so that points of a line do not hide each other.
void spread_classes(Scatter& s) {
  constexpr double share = 0.6;  // of the width, to fill a picture wider than high
  const double width = s.points.row(0).maxCoeff() - s.points.row(0).minCoeff();
  const auto rows = static_cast<double>(s.names.size());
  for (Index i = 0; i < s.points.cols(); ++i) {
    const auto row = static_cast<double>(s.classes[static_cast<std::size_t>(i)]);
    s.points(1, i) = -share * width * (row + 0.5) / rows;
  }
}

/// Moves coordinates far beyond those of nearly all points to where a picture of the others
/// ends; returns how many points that touches.
Index pull_in(Matrix& points) {
  constexpr Index fewest = 100;  // of less, a hundredth is nobody
  if (points.cols() < fewest) return 0;
  std::vector<bool> pulled(static_cast<std::size_t>(points.cols()), false);
  for (Index row = 0; row < points.rows(); ++row) {
    std::vector<double> sorted(points.row(row).begin(), points.row(row).end());
    std::sort(sorted.begin(), sorted.end());
    const std::size_t tail = sorted.size() / 100;
    const double low = sorted[tail], high = sorted[sorted.size() - 1 - tail];
    const double margin = 0.5 * (high - low);
    for (Index i = 0; i < points.cols(); ++i) {
      const double inside = std::clamp(points(row, i), low - margin, high + margin);
      if (inside != points(row, i)) pulled[static_cast<std::size_t>(i)] = true;
      points(row, i) = inside;
    }
  }
  return std::count(pulled.begin(), pulled.end(), true);
}

/// The part of the samples' spread that the plane shows.
double shown_share(const Matrix& points, const Samples& embedded) {
  const double all = standard_deviation(embedded, mean(embedded)).squaredNorm();
  const double shown = points.squaredNorm() / static_cast<double>(embedded.size() - 1);
  return all > 0 ? std::min(1.0, shown / all) : 1;
}

}  // namespace

Figure embedding_figure(const std::string& title, const Samples& embedded, const Labels& labels) {
  Scatter s{.title = title, .points = plane(embedded)};
  if (!labels.empty() && labels.single()) {
    s.classes = labels.classes();
    s.names = labels.names();
  }
  if (embedded.dim() == 1) {
    s.x_label = "the one dimension";
    s.y_numbers = false;
    if (!s.classes.empty()) {
      s.y_label = "class";
      spread_classes(s);
    }
    return {draw_svg(s),
            title + ": the distance has one dimension; height only parts the classes."};
  }
  std::string caption =
      fmt::format("{}: the first two principal coordinates, which show {:.0f} % of the spread.",
                  title, 100 * shown_share(s.points, embedded));
  if (const Index pulled = pull_in(s.points); pulled > 0) {
    caption +=
        fmt::format(" {} far beyond {} drawn at the edge.", pulled, pulled == 1 ? "is" : "are");
  }
  return {draw_svg(s), caption};
}

}  // namespace mahala
