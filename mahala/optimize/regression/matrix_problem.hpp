/// @file
/// Regression on observations tr(W X) with any symmetric X.
#pragma once

#include <vector>

#include "mahala/optimize/loss.hpp"
#include "mahala/optimize/regression/problem.hpp"

namespace mahala {

/// One observation of tr(W X) with X given in full.
struct MatrixObservation {
  Matrix x = {};  ///< d x d; only its symmetric part matters
  Relation relation = Relation::equal;
  double value = 0;
  double weight = 1;
};

/// Observations by dense symmetric matrices: O(n d^2 + d^2 r) a pass.
class MatrixProblem final : public Problem {
 public:
  /// Error unless there is one and all are square of one size and finite.
  explicit MatrixProblem(std::vector<MatrixObservation> observations, Loss loss = {});

  Index size() const override { return std::ssize(observations_); }
  Index dim() const override { return observations_.front().x.rows(); }
  double cost(const Matrix& g) const override { return cost(g, all_); }
  Matrix slope(const Matrix& g, const Matrix& m) const override { return slope(g, m, all_); }
  using Problem::slope;
  double cost(const Matrix& g, std::span<const Index> which) const override;
  Matrix slope(const Matrix& g, const Matrix& m, std::span<const Index> which) const override;

 private:
  std::vector<MatrixObservation> observations_;
  Loss loss_;
  std::vector<Index> all_;  ///< 0 .. n-1
};

}  // namespace mahala
