/// @file
/// The online-or-batch problem of Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), section 10.1.3:
/// dimension 50, rank 10, 80,000 + 20,000 samples.
#pragma once

#include <cmath>
#include <numeric>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/geometry/frame.hpp"
#include "tests/support/noisy_outputs.hpp"

namespace mahala::bench {

struct Contest {
  Matrix g, frame, sized;  ///< the system; a random start, and the same with its size fitted
  test::NoisyOutputs train, test;
  PairProblem problem;

  explicit Contest(Rng rng)
      : g(random_normal(50, 10, rng)),
        frame(qf(random_normal(50, 10, rng))),
        train(g, 80'000, rng),
        test(g, 20'000, rng),
        problem(train.data.x, train.outputs) {
    std::vector<Index> some(1000);
    std::iota(some.begin(), some.end(), 0);
    sized = std::sqrt(matched_scale(problem, frame, some)) * frame;
  }
};

}  // namespace mahala::bench
