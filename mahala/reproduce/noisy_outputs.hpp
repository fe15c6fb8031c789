/// @file
/// Inputs with the noisy outputs of a system of low rank.
///
///   y = x^T G G^T x (1 + nu),     x and nu normal, nu of variance 0.01
///
/// Reference   Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), equation (28).
#pragma once

#include "mahala/core/random.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"

namespace mahala::reproduce {

struct NoisyOutputs {
  Dataset data;
  Pairs outputs;

  NoisyOutputs(const Matrix& g, Index n, Rng& rng) {
    data.x = Samples(random_normal(g.rows(), n, rng));
    const Vector exact = data.x.project(g).colwise().squaredNorm().transpose();
    const Vector noise = 0.1 * random_normal(n, 1, rng);
    for (Index i = 0; i < n; ++i) {
      outputs.push_back({.i = i, .j = origin, .value = exact[i] * (1 + noise[i])});
    }
  }

  /// Half the mean squared error of a factor; that of the system itself is the noise floor.
  double error(const Matrix& g) const { return PairProblem(data.x, outputs).cost(g); }
};

}  // namespace mahala::reproduce
