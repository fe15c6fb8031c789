/// @file
/// Samples with several labels each, at random.
#pragma once

#include <vector>

#include "mahala/core/random.hpp"

namespace mahala::test {

constexpr Index labelled_dim = 9, label_count = 7;

struct Labelled {
  Vector x;
  std::vector<Index> labels;
};

inline std::vector<Labelled> random_labelled(Index count, Rng& rng) {
  std::vector<Labelled> all;
  for (Index i = 0; i < count; ++i) {
    Labelled each{random_normal(labelled_dim, 1, rng).cwiseAbs(), {}};
    each.x /= each.x.norm();
    for (Index y = 0; y < label_count; ++y) {
      if (random_unit(rng) < 0.35) each.labels.push_back(y);
    }
    all.push_back(std::move(each));
  }
  return all;
}

}  // namespace mahala::test
