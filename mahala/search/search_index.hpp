/// @file
/// Nearest neighbours among embedded samples, exactly or nearly so and faster.
///
///   exact     every distance in double; the baseline of the others
///   hnsw      hnswlib's graph of neighbours
///   the rest  is FAISS' own description of an index: "Flat", "HNSW32", "IVF64,Flat",
///             "IVF100,PQ8" ...
///
/// All but exact work in single precision, on items brought near the origin and to
/// magnitude 1 first. Equal items and queries give equal answers for any number of threads:
/// graphs are built by one thread, clusters found with a fixed seed, queries cut into blocks
/// by their number.
#pragma once

#include <memory>
#include <string>

#include "mahala/search/neighbours.hpp"

namespace mahala {

/// Which index, by name; `tune` is FAISS' list of parameters of the search, such as
/// "nprobe=8" (lists of IVF that are read) or "efSearch=64" (breadth of HNSW). With `products` the
/// items of the largest inner products are found instead of the nearest ones, and the answers'
/// `distance` holds products; hnsw cannot.
struct IndexKind {
  std::string name = "exact";
  std::string tune = {};
  bool products = false;
};

class SearchIndex {
 public:
  virtual ~SearchIndex() = default;
  SearchIndex(const SearchIndex&) = delete;
  SearchIndex& operator=(const SearchIndex&) = delete;

  Index dim() const { return dim_; }
  Index size() const { return size_; }

  /// Items as columns, numbered from size() on. What an index learns of its items (clusters,
  /// codes) it learns from the first ones given. Error if their dimension is not dim(), a
  /// number is not finite, or they are too few to learn from.
  void add(const MatrixView& items);

  /// The min(count, size()) nearest items of every query, nearest first; where the index finds
  /// fewer, item -1 at infinite distance. Error if count is not positive, there are no items,
  /// the dimension differs or a number is not finite.
  Neighbours search(const MatrixView& queries, Index count) const;

 protected:
  explicit SearchIndex(Index dim) : dim_(dim) {}

 private:
  virtual void insert(const MatrixView& items) = 0;
  virtual Neighbours find(const MatrixView& queries, Index count) const = 0;

  Index dim_, size_ = 0;
};

/// ```cpp
/// #include "mahala/search/search_index.hpp"
/// const Matrix items = Matrix::Random(8, 1000), queries = Matrix::Random(8, 3);
/// const auto index = make_search_index({.name = "HNSW32"}, items.rows());
/// index->add(items);
/// const Neighbours found = index->search(queries, 5);
/// ```
///
/// An empty index. Error naming the kind and what is wrong with it.
std::unique_ptr<SearchIndex> make_search_index(const IndexKind& kind, Index dim);

/// The share of the `count` true nearest items that are among the first `count` found, over all
/// queries; 1 if there are none. An item as near as the last true one counts, whichever of
/// several equals it is. `truth` is the exact answer with at least min(count, items) rows.
/// With `products`, truth and what counts are the largest inner products.
double recall(const MatrixView& items, const MatrixView& queries, const Neighbours& found,
              const Neighbours& truth, Index count, bool products = false);

}  // namespace mahala
