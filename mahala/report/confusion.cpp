#include "mahala/report/confusion.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "mahala/report/picture/picture.hpp"

namespace mahala {
namespace {

constexpr Index most_classes = 30;
constexpr std::size_t most_rows = 8;

}  // namespace

Matrix confusion(const std::vector<Index>& truth, const std::vector<Index>& predicted,
                 Index classes) {
  Matrix counts = Matrix::Zero(classes, classes);
  for (std::size_t q = 0; q < truth.size(); ++q) counts(truth[q], predicted[q]) += 1;
  return counts;
}

std::optional<Figure> confusion_figure(const std::string& title, const Matrix& counts,
                                       const std::vector<std::string>& names) {
  if (counts.rows() > most_classes) return std::nullopt;
  const double wrong = counts.sum() - counts.trace();
  return Figure{draw_svg(Grid{.title = title,
                              .x_label = "predicted",
                              .y_label = "class",
                              .counts = counts,
                              .names = names}),
                fmt::format("{}: {:g} of {:g} wrong (orange).", title, wrong, counts.sum())};
}

Table worst_confusions(const Matrix& before, const Matrix& after,
                       const std::vector<std::string>& names) {
  std::vector<std::pair<Index, Index>> places;
  for (Index t = 0; t < after.rows(); ++t) {
    for (Index p = 0; p < after.cols(); ++p) {
      if (t != p && before(t, p) + after(t, p) > 0) places.emplace_back(t, p);
    }
  }
  const auto worst = [&](const auto& place) {
    return std::max(before(place.first, place.second), after(place.first, place.second));
  };
  std::stable_sort(places.begin(), places.end(),
                   [&](const auto& a, const auto& b) { return worst(a) > worst(b); });
  places.resize(std::min(places.size(), most_rows));
  Table table({"class", "predicted", "before", "after"},
              {Align::left, Align::left, Align::right, Align::right});
  for (const auto& [t, p] : places) {
    table.add({names[static_cast<std::size_t>(t)], names[static_cast<std::size_t>(p)],
               fmt::format("{:g}", before(t, p)), fmt::format("{:g}", after(t, p))});
  }
  return table;
}

}  // namespace mahala
