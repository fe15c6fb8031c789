/// @file
/// Gradient descent on the factors of a similarity rather than on the similarity, for triplets:
///
///   W = A B^T:  A += eta q (B^T d)^T,  B += eta d (A^T q)^T  at once,      d = x+ - x-,
///   W = A A^T:  A += eta (q (A^T d)^T + d (A^T q)^T).
///
/// Unlike a Riemannian step, one of these depends on the factors and not on W alone.
/// O(nnz k) a step.
///
/// Reference: B. Bai et al., "Supervised Semantic Indexing", CIKM 2009.
#pragma once

#include "mahala/core/linalg/tall_matrix.hpp"
#include "mahala/geometry/fixed_rank.hpp"
#include "mahala/optimize/similarity/bilinear_loss.hpp"

namespace mahala {

class FactorDescent {
 public:
  FactorDescent(const FixedRankPoint& start, double eta)
      : a_(start.a), b_(start.b), eta_(eta), u_(start.a.cols()), v_(start.a.cols()) {}

  double update(const TripletExample& example);

  FixedRankPoint factors() const { return {a_.dense(), b_.dense()}; }

  void keep(Archive& archive) {
    archive("a", a_);
    archive("b", b_);
  }

 private:
  TallMatrix a_, b_;
  double eta_;
  SparseVector difference_;
  Vector u_, v_;
};

class FactorDescentPsd {
 public:
  FactorDescentPsd(const Matrix& start, double eta)
      : a_(start), eta_(eta), u_(start.cols()), v_(start.cols()) {}

  double update(const TripletExample& example);

  Matrix factor() const { return a_.dense(); }

  void keep(Archive& archive) { archive("a", a_); }

 private:
  TallMatrix a_;
  double eta_;
  SparseVector difference_;
  Vector u_, v_;
};

}  // namespace mahala
