/// @file
/// Bregman projections on the bounds of a LogDet problem, pass after pass: exact coordinate
/// ascent on its dual.
///
/// A fresh random order every pass needs 10 to 1,000 times fewer passes than a fixed one.
///
/// It ends when the residual (optimize/logdet/logdet_dual.hpp) is at most the tolerance, or with
/// stop = dual when |w - w'|_1 <= tolerance (|w|_2 + |w'|_2) for the weights w and w' after and
/// before a pass, which may be far from the optimum where gamma is large.
#pragma once

#include <string>

#include "mahala/core/option.hpp"
#include "mahala/core/run.hpp"
#include "mahala/optimize/logdet/logdet_dual.hpp"
#include "mahala/optimize/logdet/logdet_space.hpp"

namespace mahala {

enum class SweepOrder { shuffle, fixed };

template <>
inline constexpr std::array<std::string_view, 2> names_of<SweepOrder> = {"shuffle", "fixed"};

enum class SweepStop { gap, dual };

template <>
inline constexpr std::array<std::string_view, 2> names_of<SweepStop> = {"gap", "dual"};

struct SweepOptions {
  SweepOrder order = SweepOrder::shuffle;
  SweepStop stop = SweepStop::gap;
  double tolerance = 1e-4;  ///< >= 0
  Index max_sweeps = 1000;  ///< >= 1
};

Options describe(SweepOptions& options);

/// How a LogDet solver went.
struct LogDetOutcome {
  Vector weights = {};
  LogDetStanding standing = {};
  Status status = Status::budget_spent;
  std::string message = {};
  Index iterations = 0;  ///< passes, or Newton steps
  Index projections = 0;
  Index skipped = 0;  ///< bounds at a distance of about 0
  Index extreme = 0;  ///< of the last pass: bounds 12 orders of magnitude from their distance
  std::vector<Progress> trace = {};
};

/// Starts from `weights` (empty = 0) and leaves A(w) in the space.
LogDetOutcome sweep(LogDetSpace& space, const LogDetBounds& bounds, Slack slack, Vector weights,
                    const SweepOptions& options, const Run& run = {});

}  // namespace mahala
