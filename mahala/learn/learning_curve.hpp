/// @file
/// The way of the objective, kept as text among a model's notes so that a model can show how
/// it was learned:  "step:objective step:objective ...".
#pragma once

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
};

/// The steps of a trace; evenly thinned to `most_curve_points` with the first and the last
/// if there are more, and without those whose objective is not finite.
std::vector<CurvePoint> learning_curve(const std::vector<Progress>& trace);

std::string write_curve(const std::vector<CurvePoint>& curve);

/// Error if `note` is no such text.
std::vector<CurvePoint> read_curve(std::string_view note);

}  // namespace mahala
