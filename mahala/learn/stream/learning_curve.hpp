/// @file
/// The way of the objective, kept as text among a model's notes so that a model can show how
/// it was learned:  "step:objective:seconds step:objective:seconds ...", with ":quality" where one
/// was measured on samples held out. Older notes lack the seconds.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/run.hpp"

namespace mahala {

inline constexpr auto curve_note = "learning_curve";
inline constexpr std::size_t most_curve_points = 200;

struct CurvePoint {
  Index step = 0;
  double objective = 0;
  double seconds = std::numeric_limits<double>::quiet_NaN();   ///< since the start; NaN: unknown
  double held_out = std::numeric_limits<double>::quiet_NaN();  ///< quality elsewhere; NaN: unknown
};

/// The steps of a trace; evenly thinned to `most_curve_points` with the first and the last
/// if there are more, and without those whose objective is not finite; with their seconds and
/// qualities if it is `timed`.
std::vector<CurvePoint> learning_curve(const std::vector<Progress>& trace, bool timed = false);

std::string write_curve(const std::vector<CurvePoint>& curve);

/// Error if `note` is no such text.
std::vector<CurvePoint> read_curve(std::string_view note);

}  // namespace mahala
