/// @file
/// Distance metric learning by the Jeffrey divergence of differences.
///
///   Ss = mean of (x_i - x_j)(x_i - x_j)^T over the k nearest j of the class of i,
///   So = the same over the k nearest of other classes,
///   Ss <- (1 - shrinkage) Ss + shrinkage tr(Ss)/d I,
///
///   So v = g Ss v,   V^T Ss V = I,   W = V V^T over the r largest g + 1/g
///
/// which is, but for constants, the divergence along v of normal distributions with these moments.
/// To W a share of the identity is added that votes choose (learn/identity_share.hpp).
///
/// Cost        2 d n^2 for the neighbours, O(n k d^2 + d^3) besides; forms d x d matrices.
/// Objective   the divergence left out: half the sum of g + 1/g - 2 over the other directions.
///
/// Reference   Nguyen, Morell, De Baets, "Supervised distance metric learning through maximization
///             of the Jeffrey divergence", Pattern Recognition 64 (2017).
#pragma once

#include "mahala/learn/learner.hpp"

namespace mahala {

struct DmlmjOptions {
  Index rank = 0;           ///< 0 = 10, or the dimension if that is less
  Index neighbours = 3;     ///< k; >= 1
  double shrinkage = 0.01;  ///< in [0, 1]
  double identity = -1;     ///< share of the identity; -1 = chosen, 0 if a rank is given
};

Options describe(DmlmjOptions& options);

Fit dmlmj(const Dataset& data, const DmlmjOptions& options = {}, const Run& run = {});

}  // namespace mahala
