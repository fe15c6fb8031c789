/// @file
/// Rounds of one LORETA step and several of a full similarity M inside the subspace found so far:
///
///   the first triplet of a round moves W = A B^T by a step of size eta; M = I;
///   the next ones are seen from the factors, u = A^T q and v = B^T (x+ - x-), and
///   M += min(C, loss / (|u|^2 |v|^2)) u v^T;
///   at the end M = U S V^T goes into the factors, A U S^{1/2} and B V S^{1/2}, and their
///   pseudo-inverses with them. Singular values below 10^-12 of the first count as that.
///
/// Meant to be cheaper than a step per example. It costs O((n + m) k) a round where a lazy step
/// (geometry/lazy_bilinear.hpp) costs non-zeros, and depends on the factors rather than W: there
/// for comparison.
///
/// Reference: Shalit, Weinshall, Chechik, JMLR 13 (2012), Algorithm 6.
#pragma once

#include "mahala/optimize/similarity/bilinear_loss.hpp"
#include "mahala/optimize/similarity/textbook_loreta.hpp"

namespace mahala {

struct ManifoldIdentificationSettings {
  double eta = 1;          ///< of the LORETA step
  double c = 0.1;          ///< the longest move of M
  Index inner_steps = 10;  ///< examples for M in a round
};

class ManifoldIdentification {
 public:
  ManifoldIdentification(const FixedRankPoint& start, ManifoldIdentificationSettings settings);

  double update(const TripletExample& example);

  FixedRankPoint factors() const;  ///< of A M B^T, whatever part of a round is done

  void keep(Archive& archive) {
    archive("state", state_);
    archive("m", m_);
    archive("done", done_);
  }

 private:
  double outer(const TripletExample& example);
  double inner(const TripletExample& example);
  void end_round();

  TextbookLoreta state_;
  ManifoldIdentificationSettings settings_;
  Matrix m_;
  Index done_ = 0;  ///< examples of this round
  SparseVector difference_;
};

}  // namespace mahala
