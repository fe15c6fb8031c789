/// @file
/// What is to be minimised over W = G G^T, seen through the only two things the geometries
/// ask of it.
///
///   f(W) = 1/n sum_k weight_k loss_k(W),      E = df/dW, symmetric d x d, never formed
///
/// An observation k predicts yhat_k = tr(W X_k) for a symmetric X_k, and loses phi(e_k), e_k
/// the gated residual (optimize/loss.hpp): yhat - y for an equality, its positive part where yhat
/// must be at most y, its negative part where it must be at least y. Then E = 1/n sum_k weight_k
/// phi'(e_k) X_k. Satisfied observations count in n.
///
/// Pairs of samples are in pair_problem.hpp, matrices X_k in matrix_problem.hpp; what subspaces
/// miss, which is no regression, in subspace_problem.hpp.
///
/// Reference: Meyer, Bonnabel, Sepulchre, JMLR 12 (2011), sections 7.3 and 8.2.
#pragma once

#include <span>

#include "mahala/core/types.hpp"

namespace mahala {

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

}  // namespace mahala
