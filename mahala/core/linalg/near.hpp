/// @file
/// The index of an item with its distance.
#pragma once

#include "mahala/core/types.hpp"

namespace mahala {

/// Ordered by distance, and by number where distances are equal.
struct Near {
  double distance;
  Index item;
  auto operator<=>(const Near&) const = default;
};

}  // namespace mahala
