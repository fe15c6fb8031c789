#include "mahala/evaluate/rank_items.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/samples/columns.hpp"

namespace mahala {
namespace {

/// Numbers in a block of scores, or of queries, for each thread: 16 MiB.
constexpr Index largest_ranked_block = 1 << 21;
constexpr Index most_queries = 64;

std::vector<Index> range(Index begin, Index end) {
  std::vector<Index> all(static_cast<std::size_t>(end - begin));
  std::iota(all.begin(), all.end(), begin);
  return all;
}

/// A few queries, as the numbers products need and in the storage of the items.
struct QueryBlock {
  QueryBlock(const Samples& queries, Index begin, Index end, bool sparse_items)
      : dense(queries.block(begin, end)) {
    if (!sparse_items) return;
    const Samples some = queries.select(range(begin, end));
    if (const auto* as_sparse = some.sparse()) {
      sparse = *as_sparse;
    } else {
      sparse = SparseMatrix(SparseMatrix::Base(dense.sparseView()));
    }
  }

  Matrix dense;
  SparseMatrix sparse;  ///< only if the items are
};

/// Scores, the smaller the closer.
class Scorer {
 public:
  Scorer(const Samples& items, Closeness closeness)
      : items_(items), closeness_(closeness), norms_(lengths_of(items)) {
    const Vector sizes = squared_norms(items);
    require(sizes.allFinite(), "an item to rank, or its square, is not finite");
    largest_ = std::sqrt(sizes.maxCoeff());
  }

  /// Up to a number that is the same for all items of a query; items x queries.
  Matrix approximate(const QueryBlock& queries) const {
    const Matrix products = items_.project(dual(items_, queries.dense)).transpose();
    if (closeness_ == Closeness::inner_product) return -products;
    return (-2 * products).colwise() + norms_;
  }

  /// How much two approximate scores of a query can be wrong together, rounding of a sum of
  /// dim products included (Higham, Accuracy and Stability, 3.1).
  double doubt(const QueryBlock& queries, Index q) const {
    const double length = queries.dense.col(q).norm(), sum = length + largest_;
    require(std::isfinite(sum * sum), "a query, or its square, is not finite");
    const auto terms = static_cast<double>(items_.dim() + 8);
    return 8 * terms * std::numeric_limits<double>::epsilon() * sum * sum;
  }

  /// From the numbers themselves.
  double exact(const QueryBlock& queries, Index q, Index item) const {
    return with_columns(items_, [&](const auto& x) -> double {
      using X = std::decay_t<decltype(x)>;
      const bool far = closeness_ == Closeness::distance;
      if constexpr (std::is_same_v<X, SparseMatrix>) {
        return far ? squared_distance(queries.sparse, q, x, item)
                   : -x.col(item).dot(queries.sparse.col(q));
      } else {
        const auto y = queries.dense.col(q);
        return far ? (x.col(item).template cast<double>() - y).squaredNorm()
                   : -x.col(item).template cast<double>().dot(y);
      }
    });
  }

 private:
  const Samples& items_;
  Closeness closeness_;
  Vector norms_;  ///< squared
  double largest_ = 0;
};

struct Scored {
  double score;
  Index item;
  auto operator<=>(const Scored&) const = default;
};

/// Sorts by exact score and item number, given approximate scores.
void sort_exactly(std::vector<Scored>& list, double doubt,
                  const std::function<double(Index)>& exact) {
  std::sort(list.begin(), list.end());
  for (auto first = list.begin(); first != list.end();) {
    auto last = first + 1;
    while (last != list.end() && last->score - (last - 1)->score <= doubt) ++last;
    if (last - first > 1) {
      for (auto each = first; each != last; ++each) each->score = exact(each->item);
      std::sort(first, last);
    }
    first = last;
  }
}

void check_shapes(const Samples& items, const Samples& queries, const RankOptions& options) {
  require(items.size() > 0, "there are no items to rank");
  require(items.dim() == queries.dim(), "the items have {} coordinates, the queries {}",
          items.dim(), queries.dim());
  require(!options.leave_out_self || queries.size() <= items.size(),
          "{} queries cannot be among {} items", queries.size(), items.size());
}

}  // namespace

void rank_items(const Samples& items, const Samples& queries, const RankOptions& options,
                const std::function<void(Index query, std::span<const Index> order)>& visit) {
  check_shapes(items, queries, options);
  const Scorer scorer(items, options.closeness);
  const Index width = std::clamp<Index>(
      largest_ranked_block / std::max<Index>({1, items.size(), items.dim()}), 1, most_queries);
  parallel_parts(queries.size(), width, [&](Index begin, Index end) {
    const QueryBlock block(queries, begin, end, items.is_sparse());
    const Matrix scores = scorer.approximate(block);
    std::vector<Scored> list;
    std::vector<Index> order;
    for (Index q = 0; q < end - begin; ++q) {
      list.clear();
      for (Index i = 0; i < items.size(); ++i) {
        if (!options.leave_out_self || i != begin + q) list.push_back({scores(i, q), i});
      }
      sort_exactly(list, scorer.doubt(block, q),
                   [&](Index item) { return scorer.exact(block, q, item); });
      order.clear();
      for (const Scored& each : list) order.push_back(each.item);
      visit(begin + q, order);
    }
  });
}

}  // namespace mahala
