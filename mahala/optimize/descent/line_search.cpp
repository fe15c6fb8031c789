#include "mahala/optimize/descent/line_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace mahala {
namespace {

constexpr int most_halvings = 60;
constexpr double enough_of_slope = 1e-4;  ///< of the slope at 0, left or promised

Roots quadratic_roots(double a, double b, double c) {
  if (a == 0) return b == 0 ? Roots(0) : Roots(Roots::Constant(1, -c / b));
  const double discriminant = b * b - 4 * a * c;
  if (discriminant < 0) return Roots(0);
  // The sum without cancellation first, the other root from the product c / a.
  const double sum = -(b + std::copysign(std::sqrt(discriminant), b)) / 2;
  if (sum == 0) return Roots::Zero(1);
  return Roots{{sum / a, c / sum}};
}

/// The roots of x^3 + p x + q: by Cardano's formula where there is one, by cosines where there
/// are three.
Roots depressed_roots(double p, double q) {
  const double discriminant = q * q / 4 + p * p * p / 27;
  if (discriminant > 0) {
    const double u = std::cbrt(-q / 2 - std::copysign(std::sqrt(discriminant), q));
    return Roots::Constant(1, u == 0 ? 0 : u - p / (3 * u));
  }
  if (p == 0) return Roots::Zero(1);
  const double radius = 2 * std::sqrt(-p / 3);
  const double angle = std::acos(std::clamp(3 * q / (p * radius), -1.0, 1.0)) / 3;
  Roots roots(3);
  for (int k = 0; k < 3; ++k) roots[k] = radius * std::cos(angle - 2 * std::numbers::pi * k / 3);
  return roots;
}

Roots ascending(Roots roots) {
  std::sort(roots.begin(), roots.end());
  return roots;
}

}  // namespace

RayCurve curve_at(const Quartic& q, double s) {
  return {.value = q[0] + s * (q[1] + s * (q[2] + s * (q[3] + s * q[4]))),
          .slope = q[1] + s * (2 * q[2] + s * (3 * q[3] + s * 4 * q[4])),
          .bend = 2 * q[2] + s * (6 * q[3] + s * 12 * q[4])};
}

Roots cubic_roots(double a, double b, double c, double d) {
  // A leading term that rounding would drown moves a root beyond reach.
  const double largest = std::max({std::abs(b), std::abs(c), std::abs(d)});
  if (std::abs(a) <= std::numeric_limits<double>::epsilon() * 1e-3 * largest) {
    return ascending(quadratic_roots(b, c, d));
  }
  const double shift = b / (3 * a);
  const double p = c / a - 3 * shift * shift;
  const double q = 2 * shift * shift * shift - shift * c / a + d / a;
  Roots roots = depressed_roots(p, q);
  for (double& x : roots) {
    x -= shift;
    for (int polish = 0; polish < 3; ++polish) {
      const double slope = (3 * a * x + 2 * b) * x + c;
      const double step = (((a * x + b) * x + c) * x + d) / slope;
      if (!std::isfinite(step)) break;
      x -= step;
    }
  }
  return ascending(roots);
}

double quartic_minimiser(const Quartic& original) {
  // In a unit of s in which the first and the last coefficient are alike: those between then tell
  // by their size how much they matter.
  const double found = std::pow(std::abs(original[0]) / original[4], 0.25);
  const double unit = std::isfinite(found) && found > 0 ? found : 1;
  Quartic q = original;
  double power = 1;
  for (double& each : q) {
    each *= power;
    power *= unit;
  }
  double best = 0, least = q[0];
  for (const double s : cubic_roots(4 * q[4], 3 * q[3], 2 * q[2], q[1])) {
    const double value = curve_at(q, s).value;
    if (s > 0 && value < least) {
      best = s;
      least = value;
    }
  }
  return best * unit;
}

StepTrial newton_minimiser(FunctionRef<RayCurve(double)> f, double guess, double value,
                           double slope) {
  double low = 0, high = std::numeric_limits<double>::infinity(), s = guess;
  StepTrial best;
  for (int trial = 0; trial < most_halvings; ++trial) {
    const RayCurve at = f(s);
    const bool lower = at.value < value;  // false for what is not a number
    if (lower && (best.step == 0 || at.value <= best.value)) best = {s, at.value};
    if (lower && std::abs(at.slope) <= enough_of_slope * std::abs(slope)) break;
    lower&& at.slope < 0 ? low = s : high = s;
    double next = s - at.slope / at.bend;
    if (!(at.bend > 0 && next > low && next < high)) {
      next = std::isinf(high) ? 2 * s : (low + high) / 2;
    }
    if (next == s || !std::isfinite(next)) break;
    s = next;
  }
  return best;
}

StepTrial parabolic_search(FunctionRef<double(double)> f, double guess, double value, double slope,
                           double furthest) {
  double s = std::min(guess, furthest), here = f(s);
  const auto pays = [&] { return here <= value + enough_of_slope * s * slope; };
  for (int trial = 0; trial < most_halvings && !pays(); ++trial) {
    const double vertex = -slope * s * s / (2 * (here - value - slope * s));
    s = std::isfinite(here) ? std::clamp(vertex, s / 10, s / 2) : s / 10;
    here = f(s);
  }
  if (!pays()) return {};
  for (int trial = 0; trial < most_halvings; ++trial) {
    // Where the parabola has its vertex well beyond, further is lower still.
    const double rest = here - value - slope * s;
    const double vertex = rest > 0 ? -slope * s * s / (2 * rest) : 4 * s;
    if (vertex < 1.5 * s) break;
    const double longer = std::min({vertex, 4 * s, furthest});
    if (longer <= s) break;
    const double there = f(longer);
    if (!(there < here)) {
      f(s);  // the caller keeps what belongs to the last trial
      break;
    }
    s = longer;
    here = there;
  }
  return {s, here};
}

}  // namespace mahala
