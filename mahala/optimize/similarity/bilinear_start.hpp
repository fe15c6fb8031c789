/// @file
/// Where learning a similarity of rank k starts: factors A (n x k) and B (m x k) of W = A B^T.
///
///   identity    the first k entries of the diagonal are 1: put the most informative features first
///   Gaussian    independent N(0, scale^2) entries
///   zero        the best rank-k approximation of what a perceptron from W = 0 sums up until it has
///               made 2k updates; W is never formed, only the vectors of its updates are kept.
///               Samples of one label each sum up to at most rank L - 1: updates that do not span
///               rank k are looked at again when there are 4k and 8k, and then directions that are
///               missing are filled with small random ones
///
/// For positive semidefinite W = Y Y^T, Gaussian entries are divided by sqrt(k).
#pragma once

#include "mahala/geometry/fixed_rank.hpp"
#include "mahala/optimize/similarity/bilinear_loss.hpp"

namespace mahala {

/// Error unless 1 <= rank <= rows, cols; so do all that follow.
FixedRankPoint identity_start(Index rows, Index cols, Index rank);
FixedRankPoint gaussian_start(Index rows, Index cols, Index rank, Rng& rng, double scale = 1);

Matrix identity_start_psd(Index dim, Index rank);
Matrix gaussian_start_psd(Index dim, Index rank, Rng& rng);

/// The best approximation of rank k of sum_c e_c x_c^T: QR of both lists of vectors and the SVD of
/// what is between, O((n + m) c^2). Its smallest singular value may be as small as rounding.
struct BestRank {
  FixedRankPoint point;  ///< balanced
  Vector sigma;          ///< all singular values of the sum
};
BestRank best_rank(const Matrix& e, const Matrix& x, Index rank);

class ZeroStart {
 public:
  ZeroStart(Index labels, Index dim, Index rank, double eta,
            LabelDirection direction = LabelDirection::paper);

  /// Learns from an example; gives its loss.
  double update(const LabelExample& example);

  Index updates() const { return std::ssize(e_); }
  Index labels() const { return labels_; }
  Index dim() const { return dim_; }
  Index rank() const { return rank_; }

  /// 2k updates are made and the k-th singular value is not below 10^-6 of the first. O(c^3) for c
  /// updates.
  bool ready() const;

  Matrix sum() const;            ///< what was summed up, labels x dim: for small ones
  FixedRankPoint start() const;  ///< Error unless ready

  /// The same after at least k updates; directions whose singular value is below 10^-6 of the first
  /// are random ones of a hundredth of it.
  FixedRankPoint filled_start(Rng& rng) const;

  void keep(Archive& archive) {
    archive("e", e_);
    archive("x", x_);
  }

 private:
  Index labels_, dim_, rank_;
  double eta_;
  LabelDirection direction_;
  std::vector<SparseVector> e_, x_;
  LabelViolation violation_;
  Vector scores_;
};

}  // namespace mahala
