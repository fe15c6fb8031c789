/// @file
/// Exact nearest neighbours among embedded samples.
///
/// FAISS proposes candidates in single precision; their distances are then computed in
/// double and the list is widened until it provably contains the k nearest. Equal
/// distances are listed by item number.
#pragma once

#include <span>

#include "mahala/core/types.hpp"
#include "mahala/data/samples/samples.hpp"

namespace mahala {

/// For query j, rows 0 .. k-1 of column j list the items, nearest first.
struct Neighbours {
  Eigen::Matrix<Index, Eigen::Dynamic, Eigen::Dynamic> item;
  Matrix distance;  ///< squared
};

/// The min(k, items) nearest columns of `items` for every column of `queries`. Error if k
/// or the number of items is not positive, the dimensions differ, or a number is not finite.
/// The order is right for any magnitude; a distance beyond the range of double is listed
/// as infinity or 0.
///
/// ```cpp
/// #include <fmt/format.h>
/// #include "mahala/search/neighbours.hpp"
/// const Matrix items = Matrix::Random(2, 100), queries = Matrix::Random(2, 3);
/// const Neighbours found = nearest(items, queries, 5);
/// fmt::print("nearest to the first query: item {}\n", found.item(0, 0));
/// ```
Neighbours nearest(const MatrixView& items, const MatrixView& queries, Index k);

/// The same for samples of any storage; sparse ones are never filled in.
Neighbours nearest(const Samples& items, const Samples& queries, Index k);

/// The same among the items other than own[j], the item that query j is: at most items - 1.
/// Where a query has copies it need not come first.
Neighbours nearest_others(const Samples& items, const Samples& queries, Index k,
                          std::span<const Index> own);

}  // namespace mahala
