#include "mahala/report/distance_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mahala/report/picture.hpp"

namespace mahala {
namespace {

constexpr Index bins = 30;

/// The right end of the picture: a few far pairs must not squeeze the others.
double reach(std::vector<double> distances, double threshold) {
  const auto at = distances.begin() + (std::ssize(distances) - 1) * 98 / 100;
  std::nth_element(distances.begin(), at, distances.end());
  const double far = std::max(*at, threshold);
  return far > 0 ? std::sqrt(far) : 1;
}

/// Percent of the pairs of one sort in each bin; those beyond the end are left out.
Curve shares(const Judged& judged, const Exhibit& exhibit, bool same, double end) {
  Curve curve{.name = same ? "same class" : "different classes"};
  std::vector<double> counts(bins, 0);
  double all = 0;
  for (std::size_t p = 0; p < exhibit.pairs.size(); ++p) {
    if (exhibit.pairs[p].same != same) continue;
    ++all;
    const double place = std::sqrt(judged.distances[p]) / end * static_cast<double>(bins);
    if (place > static_cast<double>(bins)) continue;
    ++counts[std::min<std::size_t>(bins - 1, static_cast<std::size_t>(place))];
  }
  for (std::size_t b = 0; b < counts.size(); ++b) {
    curve.x.push_back((static_cast<double>(b) + 0.5) * end / static_cast<double>(bins));
    curve.y.push_back(100 * counts[b] / all);
  }
  return curve;
}

}  // namespace

Figure distance_figure(const std::string& title, const Judged& judged, const Exhibit& exhibit) {
  const Verification& v = *judged.verification;
  const double end = reach(judged.distances, v.threshold);
  const double threshold = std::sqrt(std::max(0.0, v.threshold));
  return {draw_svg(Lines{
              .title = title,
              .x_label = "distance",
              .y_label = "pairs [%]",
              .curves = {shares(judged, exhibit, true, end), shares(judged, exhibit, false, end)},
              .marker = Marker{threshold, "threshold"}}),
          fmt::format("{}: called the same below a distance of {:.3g}, {:.1f} % of the pairs are "
                      "called rightly; AUC {:.3f}.",
                      title, threshold, 100 * v.accuracy, v.auc)};
}

}  // namespace mahala
