/// @file
/// How long an online step is, after `seen` observations (those of the step included).
///
///   constant   s
///   anneal     (s / mu) n t0 / (n t0 + seen)       halves after t0 passes over n observations
///   adaptive   s (t0 / (t0 + seen)) / max(|G|^2, 1)  bounded gradients for the flat geometry
///
/// Reference: Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), equation (23) and appendix A.
#pragma once

#include <algorithm>

#include "mahala/core/names.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

struct Schedule {
  enum class Kind { anneal, constant, adaptive };

  Kind kind = Kind::anneal;
  double s = 1;   ///< > 0
  double t0 = 1;  ///< > 0; passes for anneal, observations for adaptive
  double mu = 1;  ///< typical length of a gradient
  double n = 1;   ///< observations in one pass

  /// |G|^2 matters for `adaptive` alone.
  double step(double seen, double squared_factor_norm) const {
    if (kind == Kind::constant) return s;
    if (kind == Kind::anneal) return s / mu * (n * t0) / (n * t0 + seen);
    return s * t0 / (t0 + seen) / std::max(squared_factor_norm, 1.0);
  }
};

template <>
inline constexpr std::array<std::string_view, 3> names_of<Schedule::Kind> = {"anneal", "constant",
                                                                             "adaptive"};

}  // namespace mahala
