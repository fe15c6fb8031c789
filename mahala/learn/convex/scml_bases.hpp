/// @file
/// Directions that a metric may be composed of, as columns of a d x K matrix.
///
/// Local discriminants: k-means places centres over the samples. Around each, and at each of two
/// scales, a linear discriminant analysis of the nearest samples of every class gives its (number
/// of classes) - 1 directions, of length 1. The scales are 10 and 20 samples of a class, or 20 and
/// 50 above 50 features. Covariances inside classes are shrunk (Ledoit and Wolf).
///
/// Differences: x_i - x_j of pairs (query, near) and (query, far), as long as they are.
///
/// References  Shi, Bellet, Sha, AAAI (2014), section 3.1; metric-learn's bases lda and
///             triplet_diffs.
#pragma once

#include "mahala/core/random.hpp"
#include "mahala/learn/classes.hpp"
#include "mahala/optimize/neighbours/margin_loss.hpp"

namespace mahala {

/// `count` of them, or as many as there are centres for. Error if squares are beyond the range of
/// double.
Matrix local_discriminants(const Dataset& data, const Classes& classes, Index count, Rng& rng);

/// `count` random ones of the distinct pairs, or all; those that are zero are left out.
Matrix triplet_differences(const Samples& x, const std::vector<MarginGroup>& groups, Index count,
                           Rng& rng);

}  // namespace mahala
