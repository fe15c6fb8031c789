/// @file
/// Value and slope of observations of single samples, in one pass over them.
///
///   f(G) = 1/m sum_k weight_k phi(e_k),   yhat_k = |G^T x_i|^2 = x_i^T W x_i,   W = G G^T,
///   E G  = 1/m sum_k weight_k phi'(e_k) x_i x_i^T G = X diag(c) X^T G,
///
/// with e_k the gated residual of pair k = (i, origin) and c_i the sum of weight_k phi'(e_k) / m
/// over the pairs of sample i (data/samples/weighted_scatter.hpp). Pairs of two samples need all
/// projections before the first residual, hence two passes (optimize/regression/pair_graph.hpp).
///
/// Cost: 4 n d r + O(m); nothing is allocated by a call.
#pragma once

#include <optional>
#include <vector>

#include "mahala/data/constraints/constraints.hpp"
#include "mahala/data/samples/weighted_scatter.hpp"
#include "mahala/optimize/loss.hpp"

namespace mahala {

class FusedGradient {
 public:
  /// True for dense samples all of whose pairs are with the origin.
  static bool suits(const Samples& x, const Pairs& pairs);

  /// Keeps a reference to x; Error unless it suits.
  FusedGradient(const Samples& x, const Pairs& pairs, Loss loss = {});

  /// f(G), infinite where a prediction is, and slope = E G. Memory is kept from call to call for
  /// as long as G has the same rank: not for several threads at once.
  double evaluate(const Matrix& g, Matrix& slope);

 private:
  struct Observation {
    double value, scale;  ///< y, and weight / m
    Relation relation;
  };

  /// Turns yhat of samples begin, begin + 1, ... into c; returns 2 sum of weight phi(e) / m.
  template <ResidualLoss L>
  double weigh(const L& loss, Index begin, std::span<double> norms) const;

  const Samples& x_;
  Loss loss_;
  std::vector<Observation> observations_;  ///< by sample
  std::vector<Index> begin_;               ///< those of sample i are begin_[i] .. begin_[i+1]-1
  std::optional<WeightedScatter> scatter_;
};

}  // namespace mahala
