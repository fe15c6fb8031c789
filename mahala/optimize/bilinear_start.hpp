/// @file
/// Where learning a similarity of rank k starts: factors A (n x k) and B (m x k) of W = A B^T.
///
///   identity    the first k entries of the diagonal are 1. Put the most informative features
///   first. Gaussian    independent N(0, scale^2) entries zero        the best rank-k approximation
///   of what a perceptron from W = 0 sums up until it has
///               made 2k updates; W is never formed, only the vectors of its updates are kept
///
/// For positive semidefinite W = Y Y^T, Gaussian entries are divided by sqrt(k).
#pragma once

#include "mahala/geometry/fixed_rank.hpp"
#include "mahala/optimize/bilinear_loss.hpp"

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

  /// 2k updates are made and the k-th singular value is not below 10^-6 of the first.
  bool ready() const;

  Matrix sum() const;            ///< what was summed up, labels x dim: for small ones
  FixedRankPoint start() const;  ///< Error unless ready

 private:
  Index labels_, dim_, rank_;
  double eta_;
  LabelDirection direction_;
  std::vector<SparseVector> e_, x_;
  LabelViolation violation_;
  Vector scores_;
};

}  // namespace mahala
