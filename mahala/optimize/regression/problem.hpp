/// @file
/// What is to be minimised over W = G G^T, seen through the only two things the geometries
/// ask of it.
///
///   f(W) = 1/n sum_k weight_k loss_k(W),      E = df/dW, symmetric d x d, never formed
///
/// An observation k predicts yhat_k = tr(W X_k) for a symmetric X_k, and loses e_k^2 / 2 where
/// e_k is the gated residual: yhat - y for an equality, its positive part where yhat must be
/// at most y, its negative part where it must be at least y. Then E = 1/n sum_k weight_k e_k
/// X_k. Satisfied observations count in n.
///
/// Reference: Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), sections 7.3 and 8.2.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/optimize/regression/pair_graph.hpp"

namespace mahala {

class FusedGradient;

/// The part of yhat - y that counts.
inline double gated(Relation relation, double difference) {
  if (relation == Relation::at_most) return std::max(difference, 0.0);
  if (relation == Relation::at_least) return std::min(difference, 0.0);
  return difference;
}

class Problem {
 public:
  virtual ~Problem() = default;
  virtual Index size() const = 0;  ///< n, the number of observations
  virtual Index dim() const = 0;   ///< d

  virtual double cost(const Matrix& g) const = 0;  ///< f(G G^T)

  /// E M with E at W = G G^T, for any M of d rows.
  virtual Matrix slope(const Matrix& g, const Matrix& m) const = 0;
  Matrix slope(const Matrix& g) const { return slope(g, g); }

  /// The same over the observations `which` alone, averaged over their number.
  virtual double cost(const Matrix& g, std::span<const Index> which) const = 0;
  virtual Matrix slope(const Matrix& g, const Matrix& m, std::span<const Index> which) const = 0;
};

/// X_k = (x_i - x_j)(x_i - x_j)^T, or x_i x_i^T where j is the origin: regression on squared
/// distances. One pass over all pairs costs 2 n d r (2 nnz r) + O(m r) for the cost and twice that
/// for a slope, which reads dense samples once if all pairs are with the origin. Evaluations work
/// in memory of the problem's own: one thread at a time may ask.
class PairProblem final : public Problem {
 public:
  /// Keeps references to both.
  PairProblem(const Samples& x, const Pairs& pairs);
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

  /// The u > 0 for which u G G^T has the least cost (PairGraph::best_multiple).
  double best_multiple(const Matrix& g) const;

  const Pairs& pairs() const { return pairs_; }

 private:
  const Matrix& projection(const Matrix& g, Matrix& out) const;  ///< G^T X, padded, a column an end
  Matrix differences(std::span<const Index> which) const;        ///< x_i - x_j, a column a pair

  const Samples& x_;
  const Pairs& pairs_;
  PairGraph graph_;
  std::unique_ptr<FusedGradient> fused_;  ///< where it suits; keeps its memory between slopes
  struct Memory;                          ///< of projections, kept between evaluations
  std::unique_ptr<Memory> memory_;
};

/// The c > 0 that fits c W to the values observed, sum y yhat / sum yhat^2 over `which`; 1 if
/// there is none. Online steps in the polar geometry need a start of about the right size: its
/// gradient grows with W, and a start 45 times too small never recovered.
double matched_scale(const PairProblem& problem, const Matrix& g, std::span<const Index> which);

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
  explicit MatrixProblem(std::vector<MatrixObservation> observations);

  Index size() const override { return std::ssize(observations_); }
  Index dim() const override { return observations_.front().x.rows(); }
  double cost(const Matrix& g) const override { return cost(g, all_); }
  Matrix slope(const Matrix& g, const Matrix& m) const override { return slope(g, m, all_); }
  using Problem::slope;
  double cost(const Matrix& g, std::span<const Index> which) const override;
  Matrix slope(const Matrix& g, const Matrix& m, std::span<const Index> which) const override;

 private:
  std::vector<MatrixObservation> observations_;
  std::vector<Index> all_;  ///< 0 .. n-1
};

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
