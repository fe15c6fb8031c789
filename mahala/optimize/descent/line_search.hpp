/// @file
/// Minimisers along a ray, where more is known than the value of a trial.
///
/// Residuals of pairs along G - s H are parabolas in s, so a sum of their squares is a quartic
/// whose stationary points are the roots of a cubic. Where residuals count on one side only, the
/// quartic changes as they come and go: Newton's method finishes on those pieces, between bounds
/// that hold a minimum.
#pragma once

#include <array>
#include <limits>

#include "mahala/core/function_ref.hpp"
#include "mahala/core/types.hpp"

namespace mahala {

/// Value, slope and curvature of a function of one number.
struct RayCurve {
  double value = 0, slope = 0, bend = 0;
};

/// q[0] + q[1] s + ... + q[4] s^4.
using Quartic = std::array<double, 5>;

/// The value, slope and curvature of a quartic at s.
RayCurve curve_at(const Quartic& q, double s);

/// At most three of them.
using Roots = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;

/// The real roots of a x^3 + b x^2 + c x + d, ascending; of a lower degree where a vanishes.
Roots cubic_roots(double a, double b, double c, double d);

/// The s > 0 where a quartic that falls at 0 is least; 0 if it nowhere falls.
double quartic_minimiser(const Quartic& q);

/// A step and what it gives; step 0: none was found.
struct StepTrial {
  double step = 0, value = 0;
};

/// A local minimum s > 0 of a function with slope `slope` < 0 at 0: Newton's method from `guess`,
/// with bisection or doubling where that leaves the bracket, until the slope is less than a
/// ten-thousandth of the one at 0.
StepTrial newton_minimiser(FunctionRef<RayCurve(double)> f, double guess, double value,
                           double slope);

/// A step that lowers a function by at least a ten-thousandth of what its slope at 0 promises,
/// from values alone: parabolas through the last trial shorten a step that is too long, doubling
/// lengthens one that still pays, up to `furthest`. The last trial made is the one returned.
StepTrial parabolic_search(FunctionRef<double(double)> f, double guess, double value, double slope,
                           double furthest = std::numeric_limits<double>::infinity());

/// The same along the ray an objective aims at (optimize/descent/descent.hpp).
template <class F>
StepTrial parabolic_step(F& f, double guess, double slope,
                         double furthest = std::numeric_limits<double>::infinity()) {
  const auto trial = [&f](double step) {
    double value = 0;
    f.trials({&step, 1}, {&value, 1});
    return value;
  };
  return parabolic_search(trial, guess, f.value(), slope, furthest);
}

}  // namespace mahala
