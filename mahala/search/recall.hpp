/// @file
/// How much of the truth an index finds.
#pragma once

#include "mahala/search/neighbours.hpp"

namespace mahala {

/// The share of the `count` true nearest items that are among the first `count` found, over all
/// queries; 1 if there are none. An item as near as the last true one counts, whichever of
/// several equals it is. `truth` is the exact answer with at least min(count, items) rows.
/// With `products`, truth and what counts are the largest inner products.
double recall(const MatrixView& items, const MatrixView& queries, const Neighbours& found,
              const Neighbours& truth, Index count, bool products = false);

}  // namespace mahala
