#include "mahala/report/distance_figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mahala/report/picture/picture.hpp"

namespace mahala {
namespace {

constexpr Index bins = 30;

/// The distances that are drawn. A few far pairs must not squeeze the others, nor must the
/// way from zero where all pairs are far, as most are in many dimensions.
struct Span {
  double start = 0, end = 1;

  Span(std::vector<double> distances, double threshold) {
    const auto quantile = [&](Index percent) {
      const auto at = distances.begin() + (std::ssize(distances) - 1) * percent / 100;
      std::nth_element(distances.begin(), at, distances.end());
      return std::sqrt(*at);
    };
    const double near = std::min(quantile(1), threshold), far = std::max(quantile(98), threshold);
    if (far > 0) end = far;
    if (near > 0.5 * end && near < (1 - 1e-6) * end) start = near;
  }

  double bin() const { return (end - start) / static_cast<double>(bins); }

  /// The distance with as many digits as tell it from others in the span.
  std::string written(double distance) const {
    const double decimals = std::ceil(-std::log10((end - start) / 200));
    return fmt::format("{:.{}f}", distance, static_cast<int>(std::clamp(decimals, 0.0, 15.0)));
  }
};

/// Percent of the pairs of one sort in each bin; those outside the span are left out.
Curve shares(const DistanceQuality& quality, const ReportSample& sample, bool same,
             const Span& span) {
  Curve curve{.name = same ? "same class" : "different classes"};
  std::vector<double> counts(bins, 0);
  double all = 0;
  for (std::size_t p = 0; p < sample.pairs.size(); ++p) {
    if (sample.pairs[p].same != same) continue;
    ++all;
    const double place = (std::sqrt(quality.distances[p]) - span.start) / span.bin();
    if (place < 0 || place > static_cast<double>(bins)) continue;
    ++counts[std::min<std::size_t>(bins - 1, static_cast<std::size_t>(place))];
  }
  for (std::size_t b = 0; b < counts.size(); ++b) {
    curve.x.push_back(span.start + (static_cast<double>(b) + 0.5) * span.bin());
    curve.y.push_back(100 * counts[b] / all);
  }
  return curve;
}

}  // namespace

Figure distance_figure(const std::string& title, const DistanceQuality& quality,
                       const ReportSample& sample) {
  const Verification& v = *quality.verification;
  const double threshold = std::sqrt(std::max(0.0, v.threshold));
  const Span span(quality.distances, threshold);
  return {draw_svg(Lines{
              .title = title,
              .x_label = "distance",
              .y_label = "pairs [%]",
              .curves = {shares(quality, sample, true, span), shares(quality, sample, false, span)},
              .marker = Marker{threshold, "threshold"}}),
          fmt::format("{}: called the same below a distance of {}, {:.1f} % of the pairs are "
                      "called rightly; AUC {:.3f}.",
                      title, span.written(threshold), 100 * v.accuracy, v.auc)};
}

}  // namespace mahala
