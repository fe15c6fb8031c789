#include "mahala/data/constraints/pair_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala {
namespace {

/// Up to this many samples the bounds come from all pairs, above from random ones.
constexpr Index most_samples_for_all_pairs = 1500;
constexpr Index random_bound_pairs = 100'000;

std::vector<double> all_distances(const Samples& x) {
  const Index n = x.size();
  std::vector<double> distances(static_cast<std::size_t>(n * (n - 1) / 2));
  parallel_for(n, [&](Index i) {
    double* row = distances.data() + i * (i - 1) / 2;
    for (Index j = 0; j < i; ++j) row[j] = x.squared_distance(i, j);
  });
  return distances;
}

std::vector<double> random_distances(const Samples& x, Rng& rng) {
  std::vector<double> distances;
  distances.reserve(random_bound_pairs);
  for (Index k = 0; k < random_bound_pairs; ++k) {
    const Index i = random_index(x.size(), rng);
    distances.push_back(x.squared_distance(i, random_other(x.size(), i, rng)));
  }
  return distances;
}

double smallest_positive(const std::vector<double>& distances) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const double d : distances) {
    if (d > 0) smallest = std::min(smallest, d);
  }
  require(std::isfinite(smallest), "the samples coincide, so their distances give no bounds");
  return smallest;
}

}  // namespace

PairBounds draw_bounds(const Samples& x, double low_percentile, double high_percentile, Rng& rng) {
  require(x.size() > 1, "distances need two samples, there is {}", x.size());
  const auto distances =
      x.size() <= most_samples_for_all_pairs ? all_distances(x) : random_distances(x, rng);
  PairBounds bounds{percentile(distances, low_percentile), percentile(distances, high_percentile)};
  require(std::isfinite(bounds.low) && std::isfinite(bounds.high),
          "the squared distances between the samples are beyond the range of double");
  if (bounds.low > 0 && bounds.high > 0) return bounds;
  const double smallest = smallest_positive(distances);
  if (bounds.low == 0) bounds.low = smallest;
  if (bounds.high == 0) bounds.high = smallest;
  return bounds;
}

Index random_other(Index n, Index except, Rng& rng) {
  const Index draw = random_index(n - 1, rng);
  return draw < except ? draw : draw + 1;
}

double percentile(std::vector<double> values, double p) { return percentile_among(values, p); }

double percentile_among(std::span<double> values, double p) {
  require(!values.empty(), "percentile {} of no values is undefined", p);
  require(0 <= p && p <= 100, "percentile {} is not between 0 and 100", p);
  const double place = p / 100 * static_cast<double>(values.size() - 1);
  const auto below = values.begin() + static_cast<Index>(std::floor(place));
  std::nth_element(values.begin(), below, values.end());
  const double part = place - std::floor(place);
  if (part == 0) return *below;
  return *below + part * (*std::min_element(below + 1, values.end()) - *below);
}

}  // namespace mahala
