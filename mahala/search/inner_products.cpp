#include "mahala/search/inner_products.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/samples/columns.hpp"

namespace mahala {
namespace {

/// Numbers in a block of products for each thread: 16 MiB.
constexpr Index largest_item_block = 1 << 21;
constexpr Index most_product_queries = 64;

template <class X>
double sparse_times_dense(const SparseMatrix& x, Index i, const X& z, Index j) {
  double sum = 0;
  for (SparseMatrix::InnerIterator it(x, i); it; ++it) {
    sum += it.value() * static_cast<double>(z(it.row(), j));
  }
  return sum;
}

struct ScoredItem {
  double score;
  Index item;
  bool operator<(const ScoredItem& other) const {
    return score != other.score ? score > other.score : item < other.item;
  }
};

void check(const Samples& items, const Samples& queries, Index k, const Vector& norms) {
  require(k > 0, "{} largest products were asked for", k);
  require(items.size() > 0, "there are no items to search among");
  require(items.dim() == queries.dim(), "the items have {} coordinates, the queries {}",
          items.dim(), queries.dim());
  require(norms.allFinite(), "an item to search among, or its square, is not finite");
}

/// The k best of one query, given approximate products that are wrong by at most `doubt`.
std::vector<ScoredItem> best(const Eigen::Ref<const Vector>& approximate, double doubt, Index k,
                             const std::function<double(Index)>& exact) {
  std::vector<double> sorted(approximate.begin(), approximate.end());
  const auto last = sorted.begin() + (k - 1);
  std::nth_element(sorted.begin(), last, sorted.end(), std::greater<>());
  std::vector<ScoredItem> candidates;
  for (Index i = 0; i < approximate.size(); ++i) {
    if (approximate[i] >= *last - 2 * doubt) candidates.push_back({exact(i), i});
  }
  std::partial_sort(candidates.begin(), candidates.begin() + k, candidates.end());
  candidates.resize(static_cast<std::size_t>(k));
  return candidates;
}

}  // namespace

double inner_product(const Samples& x, Index i, const Samples& z, Index j) {
  return with_columns(x, [&](const auto& a) {
    return with_columns(z, [&](const auto& b) -> double {
      if constexpr (is_sparse_v<decltype(a)> && is_sparse_v<decltype(b)>) {
        return a.col(i).dot(b.col(j));
      } else if constexpr (is_sparse_v<decltype(a)>) {
        return sparse_times_dense(a, i, b, j);
      } else if constexpr (is_sparse_v<decltype(b)>) {
        return sparse_times_dense(b, j, a, i);
      } else {
        return a.col(i).template cast<double>().dot(b.col(j).template cast<double>());
      }
    });
  });
}

Neighbours largest_products(const Samples& items, const Samples& queries, Index k) {
  const Vector norms = squared_norms(items);
  check(items, queries, k, norms);
  const double longest = std::sqrt(norms.maxCoeff());
  const Index count = std::min(k, items.size());
  const Index width =
      std::clamp<Index>(largest_item_block / std::max<Index>({1, items.size(), items.dim()}), 1,
                        most_product_queries);
  Neighbours found;
  found.item.resize(count, queries.size());
  found.distance.resize(count, queries.size());
  parallel_parts(queries.size(), width, [&](Index begin, Index end) {
    const Matrix block = queries.block(begin, end);
    require(block.allFinite(), "a query holds a non-finite number");
    const Matrix products = items.project(block).transpose();
    for (Index q = 0; q < end - begin; ++q) {
      // Rounding of a sum of dim products (Higham, Accuracy and Stability, 3.1).
      const double doubt = 4 * static_cast<double>(items.dim() + 8) *
                           std::numeric_limits<double>::epsilon() * longest * block.col(q).norm();
      const auto list = best(products.col(q), doubt, count, [&](Index item) {
        return inner_product(queries, begin + q, items, item);
      });
      for (Index r = 0; r < count; ++r) {
        found.item(r, begin + q) = list[static_cast<std::size_t>(r)].item;
        found.distance(r, begin + q) = list[static_cast<std::size_t>(r)].score;
      }
    }
  });
  return found;
}

}  // namespace mahala
