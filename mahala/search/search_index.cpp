#include "mahala/search/search_index.hpp"

#include <algorithm>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/search/backends.hpp"

namespace mahala {

void SearchIndex::add(const MatrixView& items) {
  require(items.rows() == dim_, "the items have {} coordinates, the index {}", items.rows(), dim_);
  require(items.allFinite(), "an item to search among holds a non-finite number");
  if (items.cols() == 0) return;
  insert(items);
  size_ += items.cols();
}

Neighbours SearchIndex::search(const MatrixView& queries, Index count) const {
  require(count > 0, "{} nearest neighbours were asked for", count);
  require(size_ > 0, "there are no items to find neighbours among");
  require(queries.rows() == dim_, "the queries have {} coordinates, the index {}", queries.rows(),
          dim_);
  require(queries.allFinite(), "a query holds a non-finite number");
  return find(queries, std::min(count, size_));
}

std::unique_ptr<SearchIndex> make_search_index(const IndexKind& kind, Index dim) {
  const bool ours = kind.name == "exact" || kind.name == "hnsw";
  require(!ours || kind.tune.empty(), "index {}: there is nothing to tune", kind.name);
  if (kind.name == "exact") return make_exact(dim, kind.products);
  require(dim > 0, "index {}: the samples have no dimensions", kind.name);
  require(kind.name != "hnsw" || !kind.products,
          "index hnsw finds the nearest; HNSW32 is FAISS' own graph and takes inner products");
  return kind.name == "hnsw" ? make_hnsw(dim) : make_faiss(kind, dim);
}

double recall(const MatrixView& items, const MatrixView& queries, const Neighbours& found,
              const Neighbours& truth, Index count, bool products) {
  count = std::min(count, truth.item.rows());
  if (count == 0 || queries.cols() == 0) return 1;
  const double rounding =
      4 * static_cast<double>(items.rows() + 1) * std::numeric_limits<double>::epsilon();
  Index hits = 0;
  for (Index q = 0; q < queries.cols(); ++q) {
    const double last = truth.distance(count - 1, q);
    const auto counts = [&](Index i) {
      const auto item = items.col(i), query = queries.col(q);
      if (!products) return (item - query).squaredNorm() <= (1 + rounding) * last;
      return item.dot(query) >= last - rounding * item.norm() * query.norm();
    };
    for (Index r = 0; r < std::min(count, found.item.rows()); ++r) {
      const Index i = found.item(r, q);
      hits += i >= 0 && counts(i);
    }
  }
  return static_cast<double>(hits) / static_cast<double>(count * queries.cols());
}

}  // namespace mahala
