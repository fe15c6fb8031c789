/// @file
/// Internal: the makers behind make_search_index, one source file each.
#pragma once

#include "mahala/search/search_index.hpp"

namespace mahala {

std::unique_ptr<SearchIndex> make_exact(Index dim, bool products);
std::unique_ptr<SearchIndex> make_hnsw(Index dim);
std::unique_ptr<SearchIndex> make_faiss(const IndexKind& kind, Index dim);

}  // namespace mahala
