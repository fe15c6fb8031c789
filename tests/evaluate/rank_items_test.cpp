#include "mahala/evaluate/rank_items.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/search/neighbours.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::rank_items_test {
namespace {

using Orders = std::vector<std::vector<Index>>;

Orders ranked(const Samples& items, const Samples& queries, const RankOptions& options = {}) {
  Orders orders(static_cast<std::size_t>(queries.size()));
  rank_items(items, queries, options, [&](Index query, std::span<const Index> order) {
    orders[static_cast<std::size_t>(query)].assign(order.begin(), order.end());
  });
  return orders;
}

/// By sorting scores that are computed one by one.
Orders expected(const Matrix& items, const Matrix& queries, Closeness closeness) {
  Orders orders;
  for (Index q = 0; q < queries.cols(); ++q) {
    Vector score(items.cols());
    for (Index i = 0; i < items.cols(); ++i) {
      score[i] = closeness == Closeness::distance
                     ? (items.col(i) - queries.col(q)).squaredNorm()
                     : -items.col(i).cwiseProduct(queries.col(q)).sum();
    }
    std::vector<Index> order(static_cast<std::size_t>(items.cols()));
    std::iota(order.begin(), order.end(), Index{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](Index a, Index b) { return score[a] < score[b]; });
    orders.push_back(std::move(order));
  }
  return orders;
}

TEST(RankItems, SortsByClosenessInEveryStorageAndTiesByNumber) {
  Rng rng = make_rng(1);
  const Matrix items = random_normal(3, 200, rng).array().round();
  const Matrix queries = random_normal(3, 150, rng).array().round();
  for (const Closeness closeness : {Closeness::distance, Closeness::inner_product}) {
    const Orders order = expected(items, queries, closeness);
    for (const Samples& x : every_storage(items)) {
      for (const Samples& y : every_storage(queries)) {
        EXPECT_EQ(ranked(x, y, {.closeness = closeness}), order)
            << x.storage_name() << " " << y.storage_name();
      }
    }
  }
}

TEST(RankItems, ListsDuplicatesByNumberWhateverRoundingDoes) {
  Rng rng = make_rng(2);
  const Matrix half = random_normal(13, 50, rng).array() + 1e4;
  Matrix items(13, 100);
  items << half, half;
  for (const auto& order :
       ranked(Samples(items), Samples(Matrix(half + random_normal(13, 50, rng))))) {
    for (std::size_t r = 0; r + 1 < order.size(); r += 2) {
      EXPECT_LT(order[r], 50);
      EXPECT_EQ(order[r + 1], order[r] + 50);
    }
  }
}

TEST(RankItems, AgreesWithTheNearestNeighbours) {
  Rng rng = make_rng(3);
  const Matrix items = random_normal(5, 300, rng), queries = random_normal(5, 20, rng);
  const Neighbours near = nearest(items, queries, 300);
  const Orders orders = ranked(Samples(items), Samples(queries));
  for (Index q = 0; q < 20; ++q) {
    for (Index r = 0; r < 300; ++r) {
      EXPECT_EQ(orders[static_cast<std::size_t>(q)][static_cast<std::size_t>(r)], near.item(r, q));
    }
  }
}

TEST(RankItems, LeavesTheQueryItselfOutIfAsked) {
  Rng rng = make_rng(4);
  const Samples x(Matrix(random_normal(2, 100, rng)));
  const Orders all = ranked(x, x), others = ranked(x, x, {.leave_out_self = true});
  for (std::size_t q = 0; q < 100; ++q) {
    std::vector<Index> order = all[q];
    std::erase(order, static_cast<Index>(q));
    EXPECT_EQ(others[q], order);
  }
}

TEST(RankItems, RefusesWhatHasNoOrder) {
  const Samples some(Matrix(Matrix::Zero(2, 3))), none(Matrix(2, 0));
  EXPECT_THROW(ranked(none, some), Error);
  EXPECT_THROW(ranked(some, Samples(Matrix(Matrix::Zero(3, 1)))), Error);
  EXPECT_THROW(ranked(some, Samples(Matrix(Matrix::Constant(2, 1, std::nan(""))))), Error);
  EXPECT_THROW(ranked(Samples(Matrix(Matrix::Constant(2, 1, 1e300))), some), Error);
  EXPECT_THROW(ranked(some, Samples(Matrix(Matrix::Zero(2, 4))), {.leave_out_self = true}), Error);
  EXPECT_TRUE(ranked(some, none).empty());
}

}  // namespace
}  // namespace mahala::test::rank_items_test
