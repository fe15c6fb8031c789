/// @file
/// A function of a matrix with its gradient, and a point where both are known.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>

#include "mahala/core/linalg/archive.hpp"

namespace mahala {

/// The value at a point; the gradient, of the same shape, goes into the second argument.
using SmoothFunction = std::function<double(const Matrix& point, Matrix& gradient)>;

/// The share of what a slope promises that line searches insist on.
constexpr double sufficient_decrease = 1e-4;

/// <A, B>, entry by entry.
inline double entry_product(const Matrix& a, const Matrix& b) { return a.cwiseProduct(b).sum(); }

/// A value that is infinite says that there is no such place.
struct Place {
  Matrix point = {}, gradient = {};
  double value = std::numeric_limits<double>::infinity();

  void keep(Archive& archive) {
    archive("point", point);
    archive("gradient", gradient);
    archive("value", value);
  }
};

inline Place place_at(const SmoothFunction& f, Matrix point) {
  Place place{.point = std::move(point)};
  place.value = f(place.point, place.gradient);
  return place;
}

/// The multiple of the gradient that changes the point by a tenth of itself.
inline double first_step(const Place& at) {
  constexpr double first_change = 0.1;
  const double size = at.point.norm();
  return (size > 0 ? first_change * size : 1) /
         std::max(at.gradient.norm(), std::numeric_limits<double>::min());
}

}  // namespace mahala
