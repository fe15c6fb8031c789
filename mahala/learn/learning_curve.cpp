#include "mahala/learn/learning_curve.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

/// The number `text` is; Error naming the note if it is none.
template <class Number>
Number parse(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  require(error == std::errc() && end == text.data() + text.size(), "note {}: '{}' is not a number",
          curve_note, text);
  return number;
}

}  // namespace

std::vector<CurvePoint> learning_curve(const std::vector<Progress>& trace) {
  std::vector<CurvePoint> finite, thinned;
  for (const Progress& progress : trace) {
    if (std::isfinite(progress.objective)) finite.push_back({progress.step, progress.objective});
  }
  if (finite.size() <= most_curve_points) return finite;
  for (std::size_t k = 0; k < most_curve_points; ++k) {
    thinned.push_back(finite[k * (finite.size() - 1) / (most_curve_points - 1)]);
  }
  return thinned;
}

std::string write_curve(const std::vector<CurvePoint>& curve) {
  std::string text;
  for (const CurvePoint& point : curve) {
    text += fmt::format("{}{}:{}", text.empty() ? "" : " ", point.step, point.objective);
  }
  return text;
}

std::vector<CurvePoint> read_curve(std::string_view note) {
  std::vector<CurvePoint> curve;
  while (!note.empty()) {
    const std::string_view point = note.substr(0, note.find(' '));
    const auto colon = point.find(':');
    require(colon != std::string_view::npos, "note {}: '{}' is not step:objective", curve_note,
            point);
    curve.push_back({parse<Index>(point.substr(0, colon)), parse<double>(point.substr(colon + 1))});
    note.remove_prefix(std::min(note.size(), point.size() + 1));
  }
  return curve;
}

}  // namespace mahala
