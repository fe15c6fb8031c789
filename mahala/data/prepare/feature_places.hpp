/// @file
/// Reordering and dropping features.
///
/// `place` holds for every feature where it goes, 0 .. kept-1, or -1 if it is dropped; no two go
/// to the same place and none stays empty. Whole numbers as doubles, as model files hold them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// Are these such places?
bool are_places(const Vector& place);

/// How many features are kept.
Index kept_count(const Vector& place);

/// The places that keep these of `dim` features, in this order.
Vector places(std::span<const Index> kept, Index dim);

/// The features kept, in their new order.
std::vector<Index> kept_features(const Vector& place);

/// Sparse samples stay sparse and, if they are moved here, where they are in memory. O(entries),
/// and sorting where the order changes.
SparseMatrix move_features(SparseMatrix x, const Vector& place);
Samples move_features(Samples x, const Vector& place);

}  // namespace mahala
