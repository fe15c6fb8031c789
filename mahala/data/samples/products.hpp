/// @file
/// Inner products of a block of samples with all.
#pragma once

#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// [x_begin ... x_end-1]^T X, (end - begin) x n. Of sparse samples the block is made dense on the
/// features alone that it has, which are few of very many.
///
/// Cost: (end - begin) (nnz of X) for sparse samples, of which numbers of other features are passed
/// over.
Matrix products(const Samples& x, Index begin, Index end);

}  // namespace mahala
