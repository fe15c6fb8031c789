/// @file
/// Regression on the squared distances of pairs of samples.
#pragma once

#include <memory>

#include "mahala/optimize/regression/pair_graph.hpp"
#include "mahala/optimize/regression/problem.hpp"
#include "mahala/optimize/regression/start_pull.hpp"

namespace mahala {

class FusedGradient;

/// X_k = (x_i - x_j)(x_i - x_j)^T, or x_i x_i^T where j is the origin: regression on squared
/// distances. One pass over all pairs costs 2 n d r (2 nnz r) + O(m r) for the cost and twice that
/// for a slope, which reads dense samples once if all pairs are with the origin. Evaluations work
/// in memory of the problem's own: one thread at a time may ask. A pull to the start counts whole,
/// also where some observations alone are asked for.
class PairProblem final : public Problem {
 public:
  /// Keeps references to both.
  PairProblem(const Samples& x, const Pairs& pairs, Loss loss = {}, StartPull pull = {});
  ~PairProblem() override;

  Index size() const override { return std::ssize(pairs_); }
  Index dim() const override { return x_.dim(); }
  double cost(const Matrix& g) const override;
  Matrix slope(const Matrix& g, const Matrix& m) const override;
  using Problem::slope;
  double cost(const Matrix& g, std::span<const Index> which) const override;
  Matrix slope(const Matrix& g, const Matrix& m, std::span<const Index> which) const override;

  /// yhat of the observations `which`.
  Vector predict(const Matrix& g, std::span<const Index> which) const;

  /// The u > 0 for which u G G^T has the least cost but for a pull (PairGraph::best_multiple).
  double best_multiple(const Matrix& g) const;

  const Pairs& pairs() const { return pairs_; }

 private:
  const Matrix& projection(const Matrix& g, Matrix& out) const;  ///< G^T X, padded, a column an end
  Matrix differences(std::span<const Index> which) const;        ///< x_i - x_j, a column a pair

  const Samples& x_;
  const Pairs& pairs_;
  Loss loss_;
  StartPull pull_;
  PairGraph graph_;
  std::unique_ptr<FusedGradient> fused_;  ///< where it suits; keeps its memory between slopes
  struct Memory;                          ///< of projections, kept between evaluations
  std::unique_ptr<Memory> memory_;
};

/// The c > 0 that fits c W to the values observed, sum y yhat / sum yhat^2 over `which`; 1 if
/// there is none. Online steps in the polar geometry need a start of about the right size: its
/// gradient grows with W, and a start 45 times too small never recovered.
double matched_scale(const PairProblem& problem, const Matrix& g, std::span<const Index> which);

}  // namespace mahala
