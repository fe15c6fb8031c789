/// @file
/// Bounds on the distances of similar and dissimilar pairs, taken from the data.
#pragma once

#include <span>
#include <vector>

#include "mahala/core/random.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// Squared distances: similar samples should be within `low`, others beyond `high`.
struct PairBounds {
  double low = 0, high = 0;
};

/// Percentiles of the squared distances between distinct samples: over all pairs of up to
/// 1,500, over 100,000 random pairs of more. A percentile of 0 is replaced by the
/// smallest positive distance; Error if there is none.
PairBounds draw_bounds(const Samples& x, double low_percentile, double high_percentile, Rng& rng);

/// The p-th percentile (0 <= p <= 100) by linear interpolation between order statistics.
double percentile(std::vector<double> values, double p);

/// The same, which changes their order.
double percentile_among(std::span<double> values, double p);

/// Uniform among 0 .. n-1 without `except`; n > 1.
Index random_other(Index n, Index except, Rng& rng);

}  // namespace mahala
