/// @file
/// The search of label_neighbours.hpp among dense samples: every pair is estimated once, in single
/// precision (core/linalg/estimated_points.hpp), for both its samples.
///
/// A sample keeps candidates of either sort and how near others have to be to become one: with e
/// the error of an estimate and t the count-th smallest, what is estimated beyond t + 2 e is not
/// among the nearest. Where the error does not tell candidates apart they are measured at once, so
/// that no list grows with n. In the end those that are left are measured in double, so that the
/// result is exact and does not depend on the order of the work.
///
/// Samples are taken one class after the other, so that most blocks are of one class and look for
/// the one sort of neighbours that they are to each other.
///
/// Where there are many coordinates a lower bound by a few of them excludes most pairs
/// (core/linalg/leading_points.hpp), and the others are estimated one by one.
///
/// Blocks of samples meet as in a tournament: each has one opponent in a round, so that no two
/// threads write to the same lists.
#pragma once

#include "mahala/core/linalg/near.hpp"
#include "mahala/data/labels/label_neighbours.hpp"

namespace mahala {

std::vector<LabelNeighbours> estimated_neighbours(const Labels& labels, const Samples& x,
                                                  Index same, Index other,
                                                  const std::vector<LabelNeighbours>& before);

/// The first `count` of what was measured, in order.
std::vector<Index> nearest_items(std::vector<Near> measured, Index count);

}  // namespace mahala
