/// @file
/// Linear functions tr(W A) of a metric as sums of squared distances of points,
///
///   tr(W A) = sum_s factor_s (p_i - p_j)^T W (p_i - p_j),
///
/// where forms of samples have the samples themselves as points, and A = sum_e l_e q_e q_e^T of a
/// form of features its eigenvectors, against the origin.
#pragma once

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

struct FormPoints {
  Matrix points = {};  ///< d x p
  Forms forms = {};    ///< the same, of columns of `points`
};

FormPoints form_points(const Forms& forms, const Samples& x);

}  // namespace mahala
