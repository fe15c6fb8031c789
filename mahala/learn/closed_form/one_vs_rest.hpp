/// @file
/// Ridge regression of every label on the features, one against the rest: the baseline of label
/// ranking.
///
///   minimise   1/n sum_i |W x_i - y_i|^2 + ridge s |W|^2    over W of L x d
///
/// with y_i the 0/1 vector of the labels of sample i and s the mean square of an entry of X, so
/// that the ridge is a pure number. There is no intercept: centre dense samples, or append a
/// feature that is 1. Samples without a label are left out.
///
///   W^T = (X X^T / n + ridge s I)^{-1} X Y^T / n = X (X^T X / n + ridge s I)^{-1} Y^T / n,
///
/// whichever matrix is smaller.
///
/// Cost        O(n d min(n, d) + min(n, d)^3 + n d L).
/// Objective   the first sum, without the ridge; certificate: exact.
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

struct OneVsRestOptions {
  double ridge = 0.1;  ///< > 0
};

Options describe(OneVsRestOptions& options);

Fit one_vs_rest(const Dataset& data, const OneVsRestOptions& options = {}, const Run& run = {});

}  // namespace mahala
