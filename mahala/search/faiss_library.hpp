/// @file
/// Internal: making, filling and searching FAISS indexes: Errors name the index,
/// nothing printed, the same answer for any number of threads.
#pragma once

#include <memory>

#include "mahala/search/search_index.hpp"

namespace faiss {
struct Index;
}

namespace mahala {

/// An empty index; Error if FAISS does not understand the name or the parameters.
std::shared_ptr<faiss::Index> make_faiss_index(const IndexKind& kind, Index dim);

/// Trains the index if it needs that, then adds the items.
void fill(faiss::Index& index, const IndexKind& kind, const MatrixF& items);

/// As SearchIndex::search, in the index' own units.
Neighbours search(const faiss::Index& index, const MatrixF& queries, Index count);

}  // namespace mahala
