/// @file
/// What the learners by variances within and between classes have in common.
///
///   Sw = 1/n sum_i (x_i - m_c(i))(x_i - m_c(i))^T,    Sb = sum_c n_c/n (m_c - m)(m_c - m)^T
#pragma once

#include "mahala/core/option.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/learn/fit.hpp"

namespace mahala {

struct ClassMeans {
  Matrix means;   ///< one column per class
  Vector shares;  ///< n_c / n
};

/// Classes are numbered without gaps.
ClassMeans class_means(const Samples& x, const std::vector<Index>& classes, Index count);

/// Sw, and the mean of |x_i - m_c(i)|^4, which the shrinkage depends on.
struct Within {
  Matrix covariance;
  double fourth_moment = 0;
};

/// Error if squares are beyond the range of double.
Within within_classes(const Samples& x, const std::vector<Index>& classes, const Matrix& means);

/// True if the classes are single points, but for rounding.
bool is_zero(const Matrix& within, const Matrix& means);

Matrix between_classes(const ClassMeans& classes);  ///< Sb

/// The option "shrinkage": Error unless it is -1 or between 0 and 1.
Option shrinkage_option(double& shrinkage, std::string_view help);
void check_shrinkage(double shrinkage);

/// Ledoit and Wolf (2004), Lemma 3.3, for Sw from n samples:  a = min(b^2, d^2) / d^2  with
/// d^2 = |Sw - mu I|^2 and b^2 = (mean |x|^4 - |Sw|^2) / n, Frobenius norms.
double ledoit_wolf(const Within& within, Index n);

Matrix shrunk(const Matrix& s, double a);  ///< (1 - a) S + a tr(S)/d I

/// sum_c n_c/n ((1 - a_c) S_c + a_c tr(S_c)/d I) over the covariances S_c of the classes.
struct ShrunkWithin {
  Matrix covariance;
  double shrinkage = 0;  ///< sum_c n_c/n a_c
};

/// With a_c that of Ledoit and Wolf for S_c and its n_c samples, or `least` if that is more: from
/// two samples the estimate is 0.
ShrunkWithin shrunk_by_class(const Samples& x, const Classes& classes, const Matrix& means,
                             double least);

/// P with P^T S P = I on the directions in which S is not zero.
Matrix whitening(const Matrix& s);

/// V with V^T Sw V = I and V^T Sb V = diag(ratios), largest first.
struct Directions {
  Matrix vectors;
  Vector ratios;
};

/// The `rank` directions of largest ratio, or as many as are positive beyond rounding.
Directions discriminate(const Matrix& within, const Matrix& between, Index rank);

/// The Euclidean metric, and why nothing else.
Fit stays_euclidean(Index dim, std::string_view why);

}  // namespace mahala
