/// @file
/// Internal: a similarity from graded pairs.
///
/// The scores are brought to the scale of the cosine c = x^T y by a straight line, s = a + b c, and
/// a symmetric D explains what is left:
///
///   min_D sum_k (x_k^T D y_k - r_k)^2 + n lambda |D|^2,   r = (s - a) / b - c,   W = I + D.
///
/// D = sum_k alpha_k (x_k y_k^T + y_k x_k^T) / 2 with (K + n lambda I) alpha = r, where K holds the
/// inner products of those matrices; conjugate gradients solve it with K formed once if the pairs
/// are few, and through D if they are many: O(n^2) or O(n d^2) a step.
#pragma once

#include <optional>
#include <vector>

#include "mahala/core/linalg/linalg.hpp"

namespace mahala {

/// Pairs of columns, one in x and one in y.
struct PairColumns {
  Matrix x, y;    ///< d x n
  Vector scores;  ///< n

  Index size() const { return scores.size(); }
};

/// The straight line s = a + b c; nothing unless b is positive: the scores do not follow the
/// cosine.
struct ScoreLine {
  double a = 0, b = 1;
};
std::optional<ScoreLine> fit_line(const Vector& cosines, const Vector& scores);

Vector cosines_of(const PairColumns& pairs);

/// K of two lists of pairs: ((x^T u)(y^T v) + (x^T v)(y^T u)) / 2.
Matrix pair_products(const PairColumns& a, const PairColumns& b);

/// alpha, with K given.
Vector pair_weights(const Matrix& products, const Vector& targets, double lambda);

/// D of all pairs; d x d zeros if no line was found.
Matrix fit_graded(const PairColumns& pairs, double lambda);

/// D of all pairs whose r is given.
Matrix fit_shifts(const PairColumns& pairs, const Vector& targets, double lambda);

}  // namespace mahala
