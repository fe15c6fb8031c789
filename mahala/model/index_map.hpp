/// @file
/// A model as the map in front of a search index (search/index_file.hpp).
#pragma once

#include "mahala/model/scores.hpp"
#include "mahala/search/index_file.hpp"

namespace mahala {

/// Dimensions of the space that is searched: embeddings of a metric, sides of a similarity.
Index searched_dim(const Model& model);

/// From raw samples to that space. Error if a step of the preparation is not affine.
AffineMap affine_map(const Model& model, Side side);

/// The same in stages, of which `unit` is one. Error if a step imputes.
MapChain map_chain(const Model& model, Side side);

}  // namespace mahala
