#include "mahala/learn/stream/learning_curve.hpp"

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

CurvePoint parse_point(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::string_view rest = text;;) {
    const auto colon = rest.find(':');
    parts.push_back(rest.substr(0, colon));
    if (colon == std::string_view::npos) break;
    rest.remove_prefix(colon + 1);
  }
  require(parts.size() >= 2 && parts.size() <= 4, "note {}: '{}' is not step:objective", curve_note,
          text);
  CurvePoint point{parse<Index>(parts[0]), parse<double>(parts[1])};
  if (parts.size() > 2) point.seconds = parse<double>(parts[2]);
  if (parts.size() > 3) point.held_out = parse<double>(parts[3]);
  return point;
}

}  // namespace

std::vector<CurvePoint> learning_curve(const std::vector<Progress>& trace, bool timed) {
  std::vector<CurvePoint> finite, thinned;
  for (const Progress& progress : trace) {
    if (!std::isfinite(progress.objective)) continue;
    finite.push_back({progress.step, progress.objective});
    if (!timed) continue;
    finite.back().seconds = progress.seconds;
    finite.back().held_out = progress.held_out;
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
    if (std::isnan(point.seconds)) continue;
    text += fmt::format(":{:.6g}", point.seconds);
    if (!std::isnan(point.held_out)) text += fmt::format(":{:.6g}", point.held_out);
  }
  return text;
}

std::vector<CurvePoint> read_curve(std::string_view note) {
  std::vector<CurvePoint> curve;
  while (!note.empty()) {
    const std::string_view point = note.substr(0, note.find(' '));
    curve.push_back(parse_point(point));
    note.remove_prefix(std::min(note.size(), point.size() + 1));
  }
  return curve;
}

}  // namespace mahala
