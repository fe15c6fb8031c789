#include "mahala/report/data_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/report/picture/picture.hpp"

namespace mahala {
namespace {

constexpr Index most_drawn = 2000;
constexpr std::size_t most_bars = 30;

std::string number(double value) { return std::isnan(value) ? "" : fmt::format("{:.4g}", value); }

/// Some samples with every feature of mean 0 and, where it varies, sd 1.
Matrix standardised(const Samples& picked, const Summary& summary) {
  Matrix x = picked.block(0, picked.size());
  for (Index k = 0; k < x.rows(); ++k) {
    const bool usable = summary.sd[k] > 0 && std::isfinite(summary.sd[k]);
    for (Index i = 0; i < x.cols(); ++i) {
      const bool known = usable && std::isfinite(x(k, i));
      x(k, i) = known ? (x(k, i) - summary.mean[k]) / summary.sd[k] : 0;
    }
  }
  return x;
}

/// Sparse samples with 0 where a cell is missing or infinite.
SparseMatrix filled(SparseMatrix x) {
  for (Index i = 0; i < x.cols(); ++i) {
    for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
      if (!std::isfinite(it.value())) it.valueRef() = 0;
    }
  }
  return x;
}

Figure scales_figure(const Summary& summary) {
  const std::vector<Index> order = summary.by_sd();
  Curve curve;
  for (std::size_t k = 0; k < order.size(); ++k) {
    curve.x.push_back(static_cast<double>(k + 1));
    curve.y.push_back(summary.sd[order[k]]);
  }
  return {draw_svg(Lines{.title = "scales of the features",
                         .x_label = "feature, by decreasing standard deviation",
                         .y_label = "standard deviation",
                         .curves = {std::move(curve)}}),
          fmt::format("from {} to {}; features that are constant or not finite are left out",
                      summary.feature_name(order.front()), summary.feature_name(order.back()))};
}

Figure classes_figure(const Summary& summary) {
  std::vector<std::size_t> order(summary.classes.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return summary.class_sizes[a] > summary.class_sizes[b];
  });
  Bars bars{.title = "classes", .value_label = "samples"};
  for (std::size_t k = 0; k < std::min(order.size(), most_bars); ++k) {
    bars.values.push_back(static_cast<double>(summary.class_sizes[order[k]]));
    bars.names.push_back(summary.classes[order[k]]);
  }
  return {draw_svg(bars), order.size() > most_bars
                              ? fmt::format("the {} largest of {}", most_bars, order.size())
                              : fmt::format("{} in all", order.size())};
}

Figure plane_figure(const Dataset& data, const Summary& summary, PlaneOfData plane) {
  Scatter scatter{.title = "the samples",
                  .x_label = "first principal axis",
                  .y_label = "second principal axis",
                  .points = std::move(plane.points)};
  if (data.labels.single()) {
    for (const Index i : plane.samples) scatter.classes.push_back(data.labels[i][0]);
    scatter.names = data.labels.names();
  }
  return {draw_svg(scatter),
          fmt::format("{} of {} samples{}", plane.samples.size(), data.size(),
                      summary.sparse ? ", missing cells at 0"
                                     : ", features standardised, missing cells at the mean")};
}

/// What cannot be drawn must not cost the rest of the page.
void add_plane(Page& page, const Dataset& data, const Summary& summary) {
  PlaneOfData plane;
  try {
    plane = plane_of(data, summary);
  } catch (const Error& error) {
    return page.paragraph(fmt::format("There is no picture of the samples: {}.", error.what()));
  }
  page.figure(plane_figure(data, summary, std::move(plane)));
}

}  // namespace

PlaneOfData plane_of(const Dataset& data, const Summary& summary) {
  PlaneOfData plane;
  plane.samples = evenly_spaced(data.size(), most_drawn);
  Samples picked = data.x.select(plane.samples);
  if (const auto* sparse = picked.sparse()) {
    picked = Samples(filled(*sparse));
  } else {
    picked = Samples(standardised(picked, summary));
  }
  const Index axes = std::min<Index>(2, picked.dim());
  plane.points = Matrix::Zero(2, std::ssize(plane.samples));
  plane.points.topRows(axes) = picked.project(principal_axes(picked, axes));
  return plane;
}

Table feature_table(const Summary& summary, Index most) {
  std::vector<Index> order;
  for (Index k = 0; k < summary.dim; ++k) order.push_back(k);
  const auto interest = [&](Index k) {
    return std::pair(summary.missing[static_cast<std::size_t>(k)], summary.sd[k]);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return interest(a) > interest(b); });
  if (std::ssize(order) > most) {
    // The widest and the narrowest: what lies between them is of less interest.
    order.erase(order.begin() + (most + 1) / 2, order.end() - most / 2);
  }
  Table table({"feature", "missing", "mean", "sd", "low", "high", "farthest [sd]"});
  for (const Index k : order) {
    table.add({summary.feature_name(k),
               std::to_string(summary.missing[static_cast<std::size_t>(k)]),
               number(summary.mean[k]), number(summary.sd[k]), number(summary.low[k]),
               number(summary.high[k]), fmt::format("{:.1f}", summary.reach(k))});
  }
  return table;
}

Page data_page(const Dataset& data, const Summary& summary, const std::vector<std::string>& advice,
               const std::string& title) {
  constexpr Index rows = 20;
  Page page(title);
  page.paragraph(
      fmt::format("{} samples of {} features, held as {}; {:.3g} % of the cells are "
                  "not 0, {} are missing.",
                  summary.size, summary.dim, summary.storage, 100 * summary.density(),
                  summary.missing_cells()));
  page.section("What to do");
  for (const std::string& line : advice) page.paragraph(line + ".");
  if (advice.empty()) page.paragraph("Nothing stands out.");
  page.section("Features");
  if (summary.by_sd().empty()) {
    page.paragraph("There is no picture of their scales: none varies by a finite amount.");
  } else {
    page.figure(scales_figure(summary));
  }
  page.table(feature_table(summary, rows),
             summary.dim > rows ? "Those with missing cells or the largest scales, and those with "
                                  "the smallest."
                                : "");
  page.section("Samples");
  add_plane(page, data, summary);
  if (!summary.classes.empty()) page.figure(classes_figure(summary));
  return page;
}

}  // namespace mahala
