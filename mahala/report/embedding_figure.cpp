#include "mahala/report/embedding_figure.hpp"

#include <fmt/format.h>

#include "mahala/report/picture.hpp"
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
  return {draw_svg(s),
          fmt::format("{}: the first two principal coordinates, which show {:.0f} % of the spread.",
                      title, 100 * shown_share(s.points, embedded))};
}

}  // namespace mahala
