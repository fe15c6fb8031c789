/// @file
/// WSABIE: label scores A B^T x by WARP (optimize/similarity/bilinear_loss.hpp), descending on the
/// factors: with f = B^T x and h = H(rank),
///
///   A_y += eta h f,  A_n -= eta h f,  B += eta h x (A_y - A_n)^T,
///
/// where touched rows longer than C are shortened to C. O(nnz k) a step and k a trial.
///
/// Reference: J. Weston, S. Bengio, N. Usunier, IJCAI 2011.
#pragma once

#include "mahala/core/linalg/tall_matrix.hpp"
#include "mahala/geometry/fixed_rank.hpp"
#include "mahala/optimize/similarity/bilinear_loss.hpp"

namespace mahala {

class Wsabie {
 public:
  Wsabie(const FixedRankPoint& start, double eta, double longest_row, std::uint64_t seed)
      : a_(start.a),
        b_(start.b),
        eta_(eta),
        longest_row_(longest_row),
        rng_(make_rng(seed)),
        weights_(harmonic_numbers(start.a.rows())),
        f_(start.a.cols()) {}

  double update(const LabelExample& example);

  /// The same with relevant label y and negatives from draw(). Gives what was picked.
  template <class Draw>
  WarpPick update(const LabelExample& example, Index y, const Draw& draw) {
    require_labels(example.labels, a_.rows());
    b_.gather(example.x, f_);
    const auto score = [&](Index n) { return a_.times(f_, n); };
    const WarpPick pick = warp_pick(a_.rows() - std::ssize(example.labels), score(y), score, draw);
    if (pick.negative >= 0) step(example.x, y, pick);
    return pick;
  }

  FixedRankPoint factors() const { return {a_.dense(), b_.dense()}; }

  void keep(Archive& archive) {
    archive("a", a_);
    archive("b", b_);
    archive("rng", rng_);
  }

 private:
  void step(const SparseView& x, Index y, const WarpPick& pick);
  void shorten(TallMatrix& factor, Index row) const;

  TallMatrix a_, b_;
  double eta_, longest_row_;
  Rng rng_;
  std::vector<double> weights_;
  Vector f_, apart_;
};

}  // namespace mahala
