/// @file
/// LEGO: an online metric d(x, z) = (x - z)^T M (x - z) that stays positive definite by itself,
/// M = I at first; every step is the nearest metric in LogDet divergence with some loss added.
/// O(n^2) a step.
///
/// PairLego asks pairs to be nearer than u (query and positive) or farther than l (query and
/// negative), first the one and then the other; a pair that is not gets the step of
/// (eta/2)(z^T M z - target)^2, after which its distance is ybar: with yhat = z^T M z,
///
///   M -= (yhat - ybar) / yhat^2 (M z)(M z)^T,
///   eta yhat ybar^2 + (1 - eta target yhat) ybar - yhat = 0,  ybar > 0.
///
/// TripletLego takes the linearised hinge [1 + d(q, x+) - d(q, x-)]_+:
///
///   M^{-1} += eta (z+ z+^T - z- z-^T),  eta halved until M stays positive definite.
///
/// Reference: P. Jain, B. Kulis, I. Dhillon, K. Grauman, "Online Metric Learning and Fast
/// Similarity Search", NIPS 2008; the second form follows from the first.
#pragma once

#include "mahala/optimize/similarity/bilinear_loss.hpp"

namespace mahala {

struct LegoBounds {
  double near = 0.5;  ///< u
  double far = 1.5;   ///< l
};

class PairLego {
 public:
  PairLego(Index dim, double eta, LegoBounds bounds)
      : m_(Matrix::Identity(dim, dim)), eta_(eta), bounds_(bounds) {}

  /// Gives by how much both bounds together were missed.
  double update(const TripletExample& example);

  /// One pair, alike or not; gives by how much its bound was missed.
  double update(const SparseView& x, const SparseView& z, bool alike);

  /// The same with a bound of its own.
  double update(const SparseView& x, const SparseView& z, bool alike, double bound);

  const Matrix& matrix() const { return m_; }

  void keep(Archive& archive) { archive("m", m_); }

 private:
  double distance(const SparseView& x, const SparseView& z);  ///< leaves M (x - z) in mz_
  void step(double yhat, double target);

  Matrix m_;
  double eta_;
  LegoBounds bounds_;
  SparseVector difference_;
  Vector mz_;
};

class TripletLego {
 public:
  TripletLego(Index dim, double eta) : m_(Matrix::Identity(dim, dim)), eta_(eta) {}

  double update(const TripletExample& example);

  const Matrix& matrix() const { return m_; }

  void keep(Archive& archive) { archive("m", m_); }

 private:
  Matrix m_;
  double eta_;
  SparseVector near_, far_;
};

}  // namespace mahala
