/// @file
/// Latent semantic analysis: the samples seen through their leading singular vectors.
///
///   X = U S V^T,    W = U_r U_r^T,    U_r the r leading left singular vectors of X.
///
/// Unlike pca nothing is centred, so that sparse counts of words (usually weighed by
/// `option prepare=tfidf`) stay sparse and the origin keeps its meaning; `centre` makes it pca.
///
/// Cost        O(n d^2 + d^3) up to 1,000 features, Lanczos on X X^T beyond; sparse samples are
///             not filled in.
/// Objective   the mean squared distance of a sample to its projection.
///
/// Reference   Deerwester, Dumais, Furnas, Landauer, Harshman, "Indexing by latent semantic
///             analysis", J. American Society for Information Science 41 (1990).
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

struct LsaOptions {
  Index rank = 0;       ///< 0 = 10, or the dimension if that is less
  bool centre = false;  ///< principal axes instead
};

Options describe(LsaOptions& options);

Fit lsa(const Dataset& data, const LsaOptions& options = {}, const Run& run = {});

}  // namespace mahala
