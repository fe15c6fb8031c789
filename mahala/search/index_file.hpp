/// @file
/// A learned metric as a file that FAISS loads by itself.
///
/// The file holds an IndexPreTransform: the map y = A x + b, in single precision, in front of
/// an index of the mapped items. Raw vectors go straight in; answers are row numbers of the
/// items and squared learned distances. Of a similarity the map is that of the queries, the items
/// have one of their own, and answers come with scores.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

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

/// One stage of a map that need not be affine: x -> a x + b, or, where it is absent, x -> x / |x|.
struct MapStage {
  std::optional<AffineMap> affine = {};
};

/// Stages in the order they are passed.
using MapChain = std::vector<MapStage>;

/// x -> map * prepare(x), where steps `unit` are stages of their own. A unit step that only scales
/// what another one scales again is left out. Error if a step imputes.
MapChain compose_chain(const Matrix& map, const Prepare& prepare);

/// What the chain makes of samples, in double; one column each.
Matrix apply_chain(const MapChain& chain, Matrix x);

/// `kind.name` is FAISS' description of the index behind the map. The file appears whole or not
/// at all. Error if FAISS refuses the index or the items, or a number leaves the range of single
/// precision.
void write_faiss_index(const AffineMap& queries, const AffineMap& items_map, const Samples& items,
                       const IndexKind& kind, const std::filesystem::path& path);

/// The same with maps of several stages. Without items the index is empty, and whoever loads it
/// adds items that went through `items_map`.
void write_faiss_index(const MapChain& queries, const MapChain& items_map, const Samples* items,
                       const IndexKind& kind, const std::filesystem::path& path);

/// The same with one map for both.
void write_faiss_index(const AffineMap& map, const Samples& items, const IndexKind& kind,
                       const std::filesystem::path& path);

}  // namespace mahala
