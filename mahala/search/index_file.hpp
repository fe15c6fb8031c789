/// @file
/// A learned metric as a file that FAISS loads by itself.
///
/// The file holds an IndexPreTransform: the map y = A x + b, in single precision, in front of
/// an index of the mapped items. Raw vectors go straight in; answers are row numbers of the
/// items and squared learned distances. Of a similarity the map is that of the queries, the items
/// have one of their own, and answers come with scores.
#pragma once

#include <filesystem>

#include "mahala/data/prepare/prepare.hpp"
#include "mahala/search/search_index.hpp"

namespace mahala {

/// x -> a x + b
struct AffineMap {
  Matrix a = {};  ///< k x d
  Vector b = {};  ///< k
};

/// x -> map * prepare(x) for a map of k x d'. Steps shift, scale and project, so they fold into
/// the map from the last to the first: A P^T ((x - s) / c) + b = A' x + (b - A' s) with
/// A' = A P^T diag(1 / c). Error if a step is not affine (unit, impute).
AffineMap compose(Matrix map, const Prepare& prepare);

/// `kind.name` is FAISS' description of the index behind the map. The file appears whole or not
/// at all. Error if FAISS refuses the index or the items, or a number leaves the range of single
/// precision.
void write_faiss_index(const AffineMap& queries, const AffineMap& items_map, const Samples& items,
                       const IndexKind& kind, const std::filesystem::path& path);

/// The same with one map for both.
void write_faiss_index(const AffineMap& map, const Samples& items, const IndexKind& kind,
                       const std::filesystem::path& path);

}  // namespace mahala
