/// @file
/// Bounds for pairs that say "same" or "different" and no more, from the distances d^2 these very
/// pairs have in the metric learning starts from.
///
///   percentile   same: at most the 5th percentile of all their distances (if that is 0, the
///                smallest positive one), different: at least the 95th; weights stay
///   unit         same: 0, different: 2 tau, tau = sqrt(median of the same * median of the
///                different), with weights m w / (W_s tau^2) and m w / (W_d tau^2), W_s and W_d the
///                total weights of either sort: both count alike, and the scale of the data does
///                not
///   none         learners that look at "same" or "different" alone; all values become 0
///
/// A sort that is missing takes the median of the other; medians are of positive distances.
#pragma once

#include <array>
#include <string>

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

enum class OpenBounds { percentile, unit, none };

template <>
inline constexpr std::array<std::string_view, 3> names_of<OpenBounds> = {"percentile", "unit",
                                                                         "none"};

struct DerivedBounds {
  OpenBounds rule = OpenBounds::none;
  double low = 0, high = 0;  ///< same pairs at most, different ones at least
};

/// "the same at most 0.3, different at least 12 (squared distances; percentiles 5 and 95 of the
/// pairs)".
std::string in_words(const DerivedBounds& bounds);

/// Pairs some of which are open.
bool has_open_bounds(const Constraints& constraints);

/// Gives every pair a value; they are all open, and `embedded` holds the samples in the metric
/// learning starts from. Error if a pair has a value already, or their samples coincide.
DerivedBounds derive_bounds(Pairs& pairs, const Samples& embedded, OpenBounds rule);

}  // namespace mahala
