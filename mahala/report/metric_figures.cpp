#include "mahala/report/metric_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/highest.hpp"
#include "mahala/data/samples/columns.hpp"
#include "mahala/report/picture/picture.hpp"

namespace mahala {
namespace {

constexpr Index shown_features = 20, shown_values = 100;

/// How many of the largest values make up 95 % of their sum.
Index carrying(const Vector& values) {
  double sum = 0;
  for (Index k = 0; k < values.size(); ++k) {
    sum += values[k];
    if (sum >= 0.95 * values.sum()) return k + 1;
  }
  return values.size();
}

}  // namespace

std::optional<Figure> spectrum_figure(const Model& model) {
  const Vector all = spectrum(model);
  if (all.size() == 0) return std::nullopt;
  const Vector values = all.head(std::min(shown_values, all.size()));
  const Index less = (all.array() < 0).count();
  std::string caption =
      less > 0 ? fmt::format("{} directions of the learned {} count more than the others, {} less.",
                             all.size() - less, name(model.kind), less)
               : fmt::format(
                     "What each direction of the learned {} counts for: {} of {} carry "
                     "95 % of the weight.",
                     name(model.kind), carrying(all), all.size());
  if (values.size() < all.size()) caption += fmt::format(" The {} largest.", values.size());
  if (model.identity > 0) {
    caption += fmt::format(" Every direction counts {:.3g} besides.", model.identity);
  }
  return Figure{draw_svg(Bars{.title = fmt::format("spectrum of the {}", name(model.kind)),
                              .value_label = model.has_right() ? "singular value" : "eigenvalue",
                              .values = {values.begin(), values.end()}}),
                caption};
}

std::string feature_name(const std::vector<std::string>& names, Index feature) {
  return names.empty() ? fmt::format("feature {}", feature)
                       : names[static_cast<std::size_t>(feature)];
}

std::optional<Figure> stretch_figure(const Vector& stretch, const std::vector<std::string>& names) {
  if (stretch.size() == 0 || stretch.maxCoeff() == 0) return std::nullopt;
  Bars bars{.title = "most influential features", .value_label = "stretch (1 = on average)"};
  for (const Index feature : highest(stretch, shown_features)) {
    bars.values.push_back(stretch[feature]);
    bars.names.push_back(feature_name(names, feature));
  }
  std::string caption =
      "How far the learned distance moves a sample when the feature changes by its standard "
      "deviation, compared with the average feature.";
  if (stretch.size() > shown_features) {
    caption += fmt::format(" The {} largest of {} features.", shown_features, stretch.size());
  }
  return Figure{draw_svg(bars), caption};
}

namespace {

/// The samples that have a say in the axes.
Samples central(const Samples& x) {
  constexpr Index fewest = 100;
  if (x.size() < fewest) return x;
  const Vector centre = mean(x);
  const Vector far = squared_norms(x) - 2 * x.project(centre).transpose();
  std::vector<Index> order(static_cast<std::size_t>(x.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return far[a] < far[b]; });
  order.resize(order.size() - order.size() / 50);
  return x.select(order);
}

/// Dense samples lose their mean first, which would swallow digits of the projection.
Matrix project_centred(const Samples& x, Index count) {
  if (x.is_sparse()) {
    const Matrix axes = principal_axes(central(x), count);
    return x.project(axes).colwise() - axes.transpose() * mean(x);
  }
  const Matrix dense = x.block(0, x.size());
  const Samples centred(Matrix(dense.colwise() - dense.rowwise().mean()));
  return centred.project(principal_axes(central(centred), count));
}

}  // namespace

Matrix plane(const Samples& embedded) {
  require(embedded.dim() > 0 && embedded.size() > 0, "a {} x {} embedding cannot be laid out",
          embedded.dim(), embedded.size());
  const Index known = std::min<Index>(2, embedded.dim());
  Matrix out = Matrix::Zero(2, embedded.size());
  out.topRows(known) = project_centred(embedded, known);
  return out;
}

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
  constexpr Index fewest = 100;  // of less, a hundredth is no sample
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

namespace {

constexpr Index bins = 30;

/// The distances that are drawn. A few far pairs must not squeeze the others, nor must the
/// way from zero where all pairs are far, as most are in many dimensions.
struct DistanceRange {
  double start = 0, end = 1;

  DistanceRange(std::vector<double> distances, double threshold) {
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
             const DistanceRange& span) {
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
  const DistanceRange span(quality.distances, threshold);
  return {draw_svg(Lines{
              .title = title,
              .x_label = "distance",
              .y_label = "pairs [%]",
              .curves = {shares(quality, sample, true, span), shares(quality, sample, false, span)},
              .marker = Marker{threshold, "threshold"}}),
          fmt::format("{}: predicted the same below a distance of {}, {:.1f} % of the pairs are "
                      "classified correctly; AUC {:.3f}.",
                      title, span.written(threshold), 100 * v.accuracy, v.auc)};
}

}  // namespace mahala
