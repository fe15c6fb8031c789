#include "mahala/report/metric_figures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mahala/core/linalg/highest.hpp"
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
  std::string caption = fmt::format(
      "What each direction of the learned {} counts for: {} of {} carry 95 % of the weight.",
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
  Bars bars{.title = "what the distance listens to", .value_label = "stretch (1 = on average)"};
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

}  // namespace mahala
