#include "mahala/search/sparse_neighbours.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "mahala/core/linalg/near.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/samples/columns.hpp"

namespace mahala {
namespace {

constexpr Index sparse_block = 64;

/// The largest |x_i|^2, opposed rows included: rounding grows with it.
double largest_squared_norm(const SparseMatrix& x) {
  double largest = 0;
  for (Index i = 0; i < x.cols(); ++i) largest = std::max(largest, x.col(i).squaredNorm());
  return largest;
}

class SparseSearch {
 public:
  SparseSearch(const SparseMatrix& items, const SparseMatrix& queries)
      : items_(items),
        queries_(queries),
        by_feature_(SparseMatrix::Base(items.transpose())),
        norms_(lengths_of(items)),
        largest_(largest_squared_norm(items)) {}

  /// Writes the k nearest items of query j; `near` has one entry per item and is scratch.
  void run(Index j, std::vector<Near>& near, Neighbours& found) const {
    const Index k = found.item.rows();
    const double reach = measure(j, near);
    std::nth_element(near.begin(), near.begin() + (k - 1), near.end());
    const double doubt = near[static_cast<std::size_t>(k - 1)].distance + reach;
    const auto last = std::partition(near.begin(), near.end(),
                                     [&](const Near& n) { return n.distance <= doubt; });
    for (auto n = near.begin(); n != last; ++n) {
      n->distance = squared_distance(queries_, j, items_, n->item);
    }
    std::partial_sort(near.begin(), near.begin() + k, last);
    for (Index r = 0; r < k; ++r) {
      found.item(r, j) = near[static_cast<std::size_t>(r)].item;
      found.distance(r, j) = near[static_cast<std::size_t>(r)].distance;
    }
  }

 private:
  /// Fills in approximate distances to all items and returns twice the bound of their error.
  double measure(Index j, std::vector<Near>& near) const {
    for (Index i = 0; i < items_.cols(); ++i) near[static_cast<std::size_t>(i)] = {0, i};
    double norm = 0, size = 0;
    for (SparseMatrix::InnerIterator q(queries_, j); q; ++q) {
      const double dual = queries_.sign(q.row()) * q.value();
      norm += q.value() * dual;
      size += q.value() * q.value();
      for (SparseMatrix::InnerIterator x(by_feature_, q.row()); x; ++x) {
        near[static_cast<std::size_t>(x.row())].distance += dual * x.value();
      }
    }
    for (Near& n : near) n.distance = norm + norms_[n.item] - 2 * n.distance;
    // Each sum has at most nnz(q) + nnz(x) terms; rounding is bounded by their number.
    const auto terms = static_cast<double>(std::min(items_.rows(), longest_ + 4));
    return 8 * terms * std::numeric_limits<double>::epsilon() * (size + largest_);
  }

  static Index longest_column(const SparseMatrix& x) {
    Index longest = 0;
    for (Index i = 0; i < x.cols(); ++i) longest = std::max<Index>(longest, x.col(i).nonZeros());
    return longest;
  }

  const SparseMatrix& items_;
  const SparseMatrix& queries_;
  SparseMatrix by_feature_;  ///< n x d: the items that have a feature
  Vector norms_;             ///< squared, of the items
  double largest_;
  Index longest_ = longest_column(items_) + longest_column(queries_);
};

}  // namespace

Neighbours nearest_sparse(const SparseMatrix& items, const SparseMatrix& queries, Index k) {
  Neighbours found;
  found.item.resize(std::min(k, items.cols()), queries.cols());
  found.distance.resize(found.item.rows(), queries.cols());
  const SparseSearch search(items, queries);
  parallel_parts(queries.cols(), sparse_block, [&](Index begin, Index end) {
    std::vector<Near> near(static_cast<std::size_t>(items.cols()));
    for (Index j = begin; j < end; ++j) search.run(j, near, found);
  });
  return found;
}

}  // namespace mahala
