/// @file
/// Linear discriminant analysis: the directions in which classes differ most, measured by
/// how much each class varies.
///
///   Sw = 1/n sum_i (x_i - m_c(i))(x_i - m_c(i))^T        within classes
///   Sb = sum_c n_c/n (m_c - m)(m_c - m)^T                between classes
///   Sw <- (1 - a) Sw + a tr(Sw)/d I                      0 <= a <= 1, given
///   Sw <- sum_c n_c/n ((1 - a_c) S_c + a_c tr(S_c)/d I)  automatic, S_c that of class c
///
///   Sb v = g Sw v,   V^T Sw V = I,   W = V V^T over the r largest g > 0.
///
/// a_c is Ledoit and Wolf's estimate of what brings S_c nearest to the covariance it stands for,
/// and not less than the same for Sw. It is larger than one a for all: classes are small, and their
/// covariances differ. With a = 0 the directions in which no class varies are
/// left out. One class alone, classes that are single points and classes with equal means
/// leave W = I, and the message says so.
///
/// Cost        O(n d^2 + d^3); forms d x d matrices.
/// Objective   the sum of the kept g: variance between classes in units of that within.
///
/// References  Fisher, "The use of multiple measurements in taxonomic problems", Annals of
///             Eugenics 7 (1936); Ledoit, Wolf, "A well-conditioned estimator for
///             large-dimensional covariance matrices", J. Multivariate Analysis 88 (2004).
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

struct LdaOptions {
  Index rank = 0;         ///< r <= min(d, classes - 1); 0 = that
  double shrinkage = -1;  ///< a in [0, 1]; any negative value = automatic
};

Options describe(LdaOptions& options);

/// Error unless every sample has one label, if the rank is above its bound, or the
/// dimension above what a d x d matrix allows.
Fit lda(const Dataset& data, const LdaOptions& options = {}, const Run& run = {});

}  // namespace mahala
