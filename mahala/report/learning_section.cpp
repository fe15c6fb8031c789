#include "mahala/report/learning_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "mahala/report/model_facts.hpp"
#include "mahala/report/picture/picture.hpp"

namespace mahala {
namespace {

constexpr std::size_t listed_points = 12;

bool is_timed(const std::vector<CurvePoint>& curve) {
  return !curve.empty() && !std::isnan(curve.back().seconds);
}

bool is_judged(const std::vector<CurvePoint>& curve) {
  return !curve.empty() && !std::isnan(curve.back().held_out);
}

template <class Across, class Up>
std::string drawn(const std::vector<CurvePoint>& curve, std::string title, std::string x_label,
                  std::string y_label, const Across& across, const Up& up) {
  Curve line;
  for (const CurvePoint& point : curve) {
    line.x.push_back(across(point));
    line.y.push_back(up(point));
  }
  return draw_svg(Lines{.title = std::move(title),
                        .x_label = std::move(x_label),
                        .y_label = std::move(y_label),
                        .curves = {std::move(line)}});
}

}  // namespace

std::vector<Figure> curve_figures(const std::vector<CurvePoint>& curve, const std::string& end) {
  const auto step = [](const CurvePoint& p) { return static_cast<double>(p.step); };
  const auto second = [](const CurvePoint& p) { return p.seconds; };
  const auto objective = [](const CurvePoint& p) { return p.objective; };
  const auto held_out = [](const CurvePoint& p) { return p.held_out; };
  std::vector<Figure> figures = {
      {drawn(curve, "learning curve", "step", "objective", step, objective), end}};
  if (is_timed(curve)) {
    figures.push_back({drawn(curve, "learning curve", "seconds", "objective", second, objective),
                       "The same by the time it took."});
  }
  if (is_judged(curve)) {
    const std::string title = "quality on samples held out";
    figures.push_back({drawn(curve, title, "step", "mAP", step, held_out),
                       "Mean average precision on samples that were not learned from."});
    figures.push_back(
        {drawn(curve, title, "seconds", "mAP", second, held_out), "The same by the time it took."});
  }
  return figures;
}

Table curve_table(const std::vector<CurvePoint>& curve) {
  const bool judged = is_judged(curve);
  std::vector<std::string> header = {"step", "seconds", "objective"};
  if (judged) header.emplace_back("mAP held out");
  Table table(header);
  const std::size_t shown = std::min(curve.size(), listed_points);
  for (std::size_t k = 0; k < shown; ++k) {
    const CurvePoint& point = curve[shown == 1 ? 0 : k * (curve.size() - 1) / (shown - 1)];
    std::vector<std::string> row = {std::to_string(point.step),
                                    fmt::format("{:.3g}", point.seconds),
                                    fmt::format("{:.4g}", point.objective)};
    if (judged) row.push_back(fmt::format("{:.4f}", point.held_out));
    table.add(row);
  }
  return table;
}

void add_learning(const Model& model, std::vector<Figure>& figures, Page& page) {
  const std::string noted = note(model, curve_note), learner = note(model, "learner");
  if (noted.empty()) {
    return page.paragraph(fmt::format("There is no learning curve: {}.",
                                      learner.empty() ? "the model does not say how it was learned"
                                                      : learner + " took no steps"));
  }
  const std::vector<CurvePoint> curve = read_curve(noted);
  for (Figure& figure :
       curve_figures(curve, fmt::format("{}: {}", note(model, "status"), note(model, "message")))) {
    figures.push_back(std::move(figure));
  }
  if (is_timed(curve)) page.table(curve_table(curve), "The learning curve in numbers.");
}

}  // namespace mahala
