/// @file
/// Full matrices of label scores W x from the labels' loss (optimize/similarity/bilinear_loss.hpp),
/// without any bound on the rank. W = 0 at first; every example with a loss adds its direction e
/// x^T.
///
/// MatrixPerceptron:  W += eta e x^T, O(nnz L) to score and O(nnz |V|) to learn.
///
/// GroupPerceptron sums theta += eta e x^T and uses features in groups, a column of theta each: the
/// mirror step of f*(theta) = (sum_j |theta_j|^P)^{2/P} / 2 with P = ln(features), at least 2,
///
///   W_j = (|theta_j| / |theta|_P)^{P-2} theta_j,   |theta|_P = (sum_j |theta_j|^P)^{1/P},
///
/// which favours few features that many labels share. P = 2 is the matrix perceptron. The norms of
/// the columns and their sum follow in O(nnz L).
///
/// Reference: S. Kakade, S. Shalev-Shwartz, A. Tewari, "Regularization Techniques for Learning with
/// Matrices", JMLR 13 (2012).
#pragma once

#include "mahala/optimize/similarity/bilinear_loss.hpp"

namespace mahala {

class MatrixPerceptron {
 public:
  MatrixPerceptron(Index labels, Index dim, double eta,
                   LabelDirection direction = LabelDirection::paper)
      : w_(Matrix::Zero(labels, dim)), eta_(eta), direction_(direction) {}

  double update(const LabelExample& example);

  const Matrix& matrix() const { return w_; }

  void keep(Archive& archive) { archive("w", w_); }

 private:
  Matrix w_;
  double eta_;
  LabelDirection direction_;
  LabelViolation violation_;
  Vector scores_;
};

class GroupPerceptron {
 public:
  /// `exponent` is P; 0 = max(2, ln dim).
  GroupPerceptron(Index labels, Index dim, double eta,
                  LabelDirection direction = LabelDirection::paper, double exponent = 0);

  double update(const LabelExample& example);

  Matrix matrix() const;  ///< W

  void keep(Archive& archive) {
    archive("theta", theta_);
    archive("norms", norms_);
    archive("powers", powers_);
    archive("updates", updates_);
  }

 private:
  double weight(Index j) const;  ///< W_j over theta_j
  void change_column(Index j, double along);
  void sum_powers();

  Matrix theta_;
  double eta_;
  LabelDirection direction_;
  double exponent_;
  Vector norms_;       ///< |theta_j|
  double powers_ = 0;  ///< sum_j |theta_j|^P
  Index updates_ = 0;
  LabelViolation violation_;
  Vector scores_;
};

}  // namespace mahala
