/// @file
/// Passive-aggressive updates of the two factors of W = A B^T: each moves along its own gradient as
/// far as would remove the loss if the other stood still, at most C:
///
///   A += min(loss / rate, C) p (B^T q)^T,   and likewise B,
///
/// with p q^T the direction of the loss (optimize/similarity/bilinear_loss.hpp) and rate how fast
/// the loss falls along the move: |p|^2 |B^T q|^2 where the direction is a subgradient. For labels
/// it is |B^T x|^2 sum_{y in V} (e_y - e_n), which is the same unless the direction is the
/// published one. `sequential` moves B after A, by the loss that is left; `simultaneous` moves both
/// from where they were. O(nnz k) a step.
///
/// Reference: Shalit, Weinshall, Chechik, JMLR 13 (2012), section 7.1.4.
#pragma once

#include "mahala/core/linalg/tall_matrix.hpp"
#include "mahala/geometry/fixed_rank.hpp"
#include "mahala/optimize/similarity/bilinear_loss.hpp"

namespace mahala {

struct PassiveAggressiveSettings {
  double c = 1;  ///< the longest move; > 0
  bool sequential = true;
};

class PassiveAggressive {
 public:
  PassiveAggressive(const FixedRankPoint& start, PassiveAggressiveSettings settings)
      : a_(start.a), b_(start.b), settings_(settings), u_(start.a.cols()), v_(start.a.cols()) {}

  double update(const TripletExample& example);

  FixedRankPoint factors() const { return {a_.dense(), b_.dense()}; }

  void keep(Archive& archive) {
    archive("a", a_);
    archive("b", b_);
  }

 protected:
  /// A loss, and how much a unit move takes from it.
  struct Fall {
    double loss, rate;
  };

  /// Moves along p q^T, u_ and v_ being A^T p and B^T q. along_b(t) is asked before A moves what
  /// B's move meets after A += t p v_^T, which u_ knows by then.
  template <class AlongB>
  void move(const SparseView& p, const SparseView& q, Fall along_a, const AlongB& along_b);

  double reach(Fall fall) const;  ///< as far as removes the loss, at most c

  TallMatrix a_, b_;
  PassiveAggressiveSettings settings_;
  SparseVector difference_;
  Vector u_, v_;
};

/// The same for labels: A has a row a label.
class LabelPassiveAggressive : private PassiveAggressive {
 public:
  LabelPassiveAggressive(const FixedRankPoint& start, PassiveAggressiveSettings settings,
                         LabelDirection direction = LabelDirection::paper)
      : PassiveAggressive(start, settings), direction_(direction) {}

  double update(const LabelExample& example);

  using PassiveAggressive::factors;
  using PassiveAggressive::keep;

 private:
  double lead() const;                       ///< e_y - e_n, the same for all violators y
  Fall along_features(double t, double x2);  ///< what B's move meets after A += t e v_^T

  LabelDirection direction_;
  LabelViolation violation_;
  Vector scores_, pull_;
};

}  // namespace mahala
