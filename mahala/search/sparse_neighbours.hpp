/// @file
/// Internal: exact nearest neighbours of sparse samples, at the cost of their non-zeros.
///
/// With the items listed by feature, one pass over the non-zeros of a query gives its inner
/// product with every item, hence |q - x|^2 = |q|^2 + |x|^2 - 2 q.x up to rounding. Items that
/// rounding leaves in doubt are measured again from the differences themselves.
///
/// Cost: for a query, sum over its non-zero features of the items that have them, plus n.
#pragma once

#include "mahala/data/samples/samples.hpp"
#include "mahala/search/neighbours.hpp"

namespace mahala {

Neighbours nearest_sparse(const SparseMatrix& items, const SparseMatrix& queries, Index k);

}  // namespace mahala
