/// @file
/// The subspace that keeps most of the samples.
#pragma once

#include "mahala/data/samples/samples.hpp"
#include "mahala/optimize/regression/problem.hpp"

namespace mahala {

/// What a subspace misses of the samples:  f(U U^T) = 1/(2n) sum_k |x_k - U U^T x_k|^2, a
/// linear function of W = U U^T with E = -1/(2n) sum_k x_k x_k^T.
class SubspaceProblem final : public Problem {
 public:
  explicit SubspaceProblem(const Samples& x);  ///< keeps a reference

  Index size() const override { return x_.size(); }
  Index dim() const override { return x_.dim(); }
  double cost(const Matrix& g) const override;
  Matrix slope(const Matrix& g, const Matrix& m) const override;
  using Problem::slope;
  double cost(const Matrix& g, std::span<const Index> which) const override;
  Matrix slope(const Matrix& g, const Matrix& m, std::span<const Index> which) const override;

 private:
  const Samples& x_;
  double energy_;  ///< sum_k |x_k|^2
};

}  // namespace mahala
