/// @file
/// Internal: maps of queries that our learners find by iteration, the identity kept:
/// score(q, x) = q^T (I + D) x on whitened unit columns. They learn from each query's positives x+
/// and the items x- nearest to it that are not.
///
///   iplr:g     I + D = I + U (F - I) U^T of LogDet metric learning (learn/bregman/iplr.hpp),
///              U of rank 64, slack g: positives at most as far as the x- are now, and vice versa
///   loreta:s   D = A B^T of rank 16 by LORETA's steps of size s (geometry/lazy_bilinear.hpp) on
///              [m - q^T (I + D)(x+ - x-)]_+ with margin m = 0.1, one triplet at a time
///   hinge:l    D = U V^T of rank 16 that minimises the mean of the same loss + l/2 (|U|^2 +
///   |V|^2),
///              by quasi-Newton steps (optimize/descent/lbfgs.hpp)
///   pairs:l    pair regression (graded.hpp): q^T D x near m for x+ and -m for x-, penalty l
#pragma once

#include "mahala/adapt/query_map.hpp"

namespace mahala {

/// D; `self` is the item that a query is, or -1, for every column of the queries.
Matrix learned_shift(QueryMap map, double strength, const AdaptSpace& space,
                     const std::vector<Lesson>& lessons, const std::vector<Index>& self);

}  // namespace mahala
