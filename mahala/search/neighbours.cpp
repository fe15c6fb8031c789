#include "mahala/search/neighbours.hpp"

#include <faiss/IndexFlat.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/near.hpp"
#include "mahala/core/linalg/power_of_two.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/search/sparse_neighbours.hpp"

namespace mahala {
namespace {

/// Queries per call of FAISS, which uses matrix products from 20 on.
constexpr Index search_block = 128;
constexpr Index block_items = 4096;

double magnitude(const MatrixView& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

/// Items and queries scaled so that squares neither overflow nor vanish, and a copy of the
/// items in single precision, centred: single precision would otherwise spend its digits on
/// what all items have in common.
class Candidates {
 public:
  Candidates(const MatrixView& items, const MatrixView& queries)
      : items_(items),
        queries_(queries),
        scale_(scale_to_one(std::max(magnitude(items), magnitude(queries)))),
        mean_((items * scale_).rowwise().mean()),
        index_(items.rows()) {
    fit_single_scale();
    index_.codes.reserve(static_cast<std::size_t>(items.size()) * sizeof(float));
    for (Index begin = 0; begin < items.cols(); begin += block_items) {
      const Index count = std::min(block_items, items.cols() - begin);
      index_.add(count, single(items.middleCols(begin, count)).data());
    }
  }

  Index dim() const { return items_.rows(); }
  Index size() const { return items_.cols(); }
  double unscaled(double distance) const { return distance / scale_ / scale_; }

  /// In scaled units, from the differences themselves.
  double distance(Index query, Index item) const {
    return (scale_ * queries_.col(query) - scale_ * items_.col(item)).squaredNorm();
  }

  /// What FAISS finds nearest to some queries, and how far it believes the last one is.
  struct Proposal {
    std::vector<faiss::Index::idx_t> item;
    std::vector<float> distance;
  };

  Proposal propose(const std::vector<Index>& queries, Index count) const {
    MatrixF block(items_.rows(), std::ssize(queries));
    for (Index j = 0; j < block.cols(); ++j) {
      block.col(j) = single(queries_.col(queries[static_cast<std::size_t>(j)]));
    }
    Proposal p{std::vector<faiss::Index::idx_t>(queries.size() * static_cast<std::size_t>(count)),
               std::vector<float>(queries.size() * static_cast<std::size_t>(count))};
    index_.search(block.cols(), block.data(), count, p.distance.data(), p.item.data());
    return p;
  }

  /// True if no item beyond FAISS' distance `last` can be as near as `distance` (scaled).
  bool is_out_of_reach(double last, double distance, Index query) const {
    return distance * single_scale_ * single_scale_ < last - error_bound(query);
  }

 private:
  Matrix centred(const MatrixView& x) const { return (x * scale_).colwise() - mean_; }
  MatrixF single(const MatrixView& x) const {
    return (single_scale_ * centred(x)).template cast<float>();
  }

  void fit_single_scale() {
    double largest = 0;
    for (Index i = 0; i < items_.cols(); ++i) {
      const Matrix x = centred(items_.col(i));
      largest = std::max(largest, magnitude(x));
      radius_ = std::max(radius_, x.norm());
    }
    for (Index j = 0; j < queries_.cols(); ++j) {
      largest = std::max(largest, magnitude(centred(queries_.col(j))));
    }
    single_scale_ = scale_to_one(largest);
    radius_ *= single_scale_;
  }

  /// |FAISS' squared distance - the true one| for any item. With R the sum of the norms of
  /// query and farthest item: R^2 times the rounding of a sum of dim + 4 terms in single
  /// precision (Higham, Accuracy and Stability, 3.1) and of the cast, twice that to be
  /// sure; the rounding of the centring, which is relative to the uncentred data; underflow.
  double error_bound(Index query) const {
    const auto dim = static_cast<double>(items_.rows());
    const double reach = radius_ + single_scale_ * centred(queries_.col(query)).norm();
    const double shift =
        8 * std::sqrt(dim) * std::numeric_limits<double>::epsilon() * single_scale_;
    return 2 * (dim + 4) * std::numeric_limits<float>::epsilon() * reach * reach +
           2 * shift * (reach + shift) + dim * std::numeric_limits<float>::min();
  }

  const MatrixView& items_;
  const MatrixView& queries_;
  double scale_;  ///< brings all coordinates into [-1, 1]
  Vector mean_;   ///< of the scaled items
  double single_scale_ = 1;
  double radius_ = 0;  ///< largest norm among the items in single precision
  faiss::IndexFlatL2 index_;
};

/// Fills in the answer for one block of queries.
class BlockSearch {
 public:
  BlockSearch(const Candidates& candidates, Index begin, Index end, Neighbours& found)
      : candidates_(candidates), pending_(static_cast<std::size_t>(end - begin)), found_(found) {
    std::iota(pending_.begin(), pending_.end(), begin);
  }

  void run() {
    const Index k = found_.item.rows();
    // Beyond a quarter of the items a list costs more than measuring them all.
    for (Index count = k + k / 4 + 16; !pending_.empty(); count *= 2) {
      if (4 * count >= candidates_.size() || candidates_.dim() == 0) return measure_all();
      narrow(count);
    }
  }

 private:
  void narrow(Index count) {
    const auto proposal = candidates_.propose(pending_, count);
    std::vector<Index> open;
    for (std::size_t j = 0; j < pending_.size(); ++j) {
      const auto* first = proposal.item.data() + static_cast<Index>(j) * count;
      const double kth = rank(pending_[j], {first, first + count});
      const double last = proposal.distance[(j + 1) * static_cast<std::size_t>(count) - 1];
      if (!candidates_.is_out_of_reach(last, kth, pending_[j])) open.push_back(pending_[j]);
    }
    pending_ = std::move(open);
  }

  void measure_all() {
    std::vector<Index> all(static_cast<std::size_t>(candidates_.size()));
    std::iota(all.begin(), all.end(), Index{0});
    for (const Index query : pending_) rank(query, all);
  }

  /// Writes the nearest of `items` and returns the scaled distance of the last one written.
  double rank(Index query, const std::vector<Index>& items) {
    std::vector<Near> near;
    near.reserve(items.size());
    for (const Index item : items) near.push_back({candidates_.distance(query, item), item});
    const Index k = found_.item.rows();
    std::partial_sort(near.begin(), near.begin() + k, near.end());
    for (Index r = 0; r < k; ++r) {
      const auto& [distance, item] = near[static_cast<std::size_t>(r)];
      found_.item(r, query) = item;
      found_.distance(r, query) = candidates_.unscaled(distance);
    }
    return near[static_cast<std::size_t>(k - 1)].distance;
  }

  const Candidates& candidates_;
  std::vector<Index> pending_;  ///< queries whose answer is not certain yet
  Neighbours& found_;
};

/// The samples as doubles: where they lie, or converted into `copy`.
MatrixView dense_view(const Samples& x, Matrix& copy) {
  if (const auto* doubles = std::get_if<Matrix>(&x.storage())) return *doubles;
  copy = x.block(0, x.size());
  return copy;
}

template <class X>
void check_shapes(const X& items, const X& queries, Index k) {
  require(k > 0, "{} nearest neighbours were asked for", k);
  require(items.cols() > 0, "there are no items to find neighbours among");
  require(items.rows() == queries.rows(), "the items have {} coordinates, the queries {}",
          items.rows(), queries.rows());
}

}  // namespace

Neighbours nearest(const Samples& items, const Samples& queries, Index k) {
  const auto* sparse_items = items.sparse();
  const auto* sparse_queries = queries.sparse();
  if (sparse_items != nullptr && sparse_queries != nullptr) {
    check_shapes(*sparse_items, *sparse_queries, k);
    return nearest_sparse(*sparse_items, *sparse_queries, k);
  }
  Matrix item_copy, query_copy;
  return nearest(dense_view(items, item_copy), dense_view(queries, query_copy), k);
}

Neighbours nearest(const MatrixView& items, const MatrixView& queries, Index k) {
  check_shapes(items, queries, k);
  require(items.allFinite(), "an item to search among holds a non-finite number");
  require(queries.allFinite(), "a query holds a non-finite number");
  const Index rows = std::min(k, items.cols());
  Neighbours found;
  found.item.resize(rows, queries.cols());
  found.distance.resize(rows, queries.cols());
  const Candidates candidates(items, queries);
  parallel_parts(queries.cols(), search_block, [&](Index begin, Index end) {
    const BlasCall blas;
    BlockSearch(candidates, begin, end, found).run();
  });
  return found;
}

Neighbours nearest_others(const Samples& items, const Samples& queries, Index k,
                          std::span<const Index> own) {
  // With k + 1 neighbours either the query itself is one of them or the last one is too many.
  const Neighbours all = nearest(items, queries, k + 1);
  Neighbours others;
  others.item.resize(all.item.rows() - 1, queries.size());
  others.distance.resize(all.item.rows() - 1, queries.size());
  for (Index q = 0; q < queries.size(); ++q) {
    for (Index r = 0, to = 0; to < others.item.rows(); ++r) {
      if (all.item(r, q) == own[static_cast<std::size_t>(q)]) continue;
      others.item(to, q) = all.item(r, q);
      others.distance(to++, q) = all.distance(r, q);
    }
  }
  return others;
}

}  // namespace mahala
