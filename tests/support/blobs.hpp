// A toy problem whose answer is known.
#pragma once

#include <cmath>
#include <numbers>
#include <string>

#include "mahala/core/random.hpp"
#include "mahala/data/dataset.hpp"

namespace mahala::test {

/// Classes of equal size (to within one) that differ in coordinates 0 and 1 only, where
/// their means lie on a circle of radius 2; the rest is noise three times as wide.
inline Dataset blobs(Index n = 120, Index dim = 6, Index classes = 3, std::uint64_t seed = 7) {
  Rng rng = make_rng(seed);
  Matrix x = 3 * random_normal(dim, n, rng);
  std::vector<std::string> names;
  for (Index i = 0; i < n; ++i) {
    const Index c = i % classes;
    const double angle =
        2 * std::numbers::pi * static_cast<double>(c) / static_cast<double>(classes);
    x.col(i).head(2) *= 0.1;
    x(0, i) += 2 * std::cos(angle);
    x(1, i) += 2 * std::sin(angle);
    names.push_back("class " + std::to_string(c));
  }
  return {.x = Samples(std::move(x)), .labels = Labels::from_names(names)};
}

}  // namespace mahala::test
