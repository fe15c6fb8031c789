/// @file
/// Internal: moments of unit vectors and the soft whitenings made of them (candidate.hpp).
#pragma once

#include "mahala/adapt/candidate.hpp"
#include "mahala/adapt/collection.hpp"
#include "mahala/core/linalg/linalg.hpp"

namespace mahala {

/// X X^T d / trace(X X^T).
Matrix second_moment(const MatrixF& x);

/// A query's positives, by their columns; what a fold may not see is left out of it.
struct Lesson {
  Index query = 0;  ///< a column of the queries
  std::vector<Index> positives = {};
  std::vector<double> weights = {};
};

/// With S_a = sum_i 1/|R_i| sum_{x in R_i} (x - q_i)(x - q_i)^T and S_b the same about the mean of
/// R_i, each scaled to the trace d: their mean, or S_a alone if every query has one positive.
class FeedbackMoment {
 public:
  explicit FeedbackMoment(Index dim)
      : about_query_(Matrix::Zero(dim, dim)), about_mean_(Matrix::Zero(dim, dim)) {}

  void add(const Collection& collection, const std::vector<Lesson>& lessons);
  Matrix moment() const;

 private:
  Matrix about_query_, about_mean_;
  bool several_ = false;  ///< positives of a query
};

/// (C + 2 S) / 3 for S of feedback and C with this spectrum: the mean of C, S_a and S_b.
Matrix mixed_moment(const Matrix& feedback, const Spectrum& documents);

/// What a whitening by feedback is made of: the spectrum of S, or of the mixed moment.
Spectrum feedback_spectrum(Whitening whitening, const Matrix& feedback, const Spectrum& documents);

/// (S + g I)^(-1/2) for the spectrum of S.
Matrix soft_whitening(const Spectrum& spectrum, double softness);

/// t x of every column at unit length; t is symmetric.
MatrixF whitened(const Matrix& t, const MatrixF& x);

/// The same to the last bit whatever columns stand beside one, which libraries do not promise; in
/// double precision and more slowly.
MatrixF whitened_alike(const Matrix& t, const MatrixF& x);

void normalise_columns(MatrixF& x);

}  // namespace mahala
