#include "mahala/search/inner_products.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "mahala/search/search_index.hpp"

namespace mahala::test::inner_products_test {
namespace {

Samples sparse(const Matrix& x) { return Samples(SparseMatrix(x.sparseView())); }

/// All items by product, ties by number.
std::vector<Index> by_definition(const Matrix& items, const Vector& query) {
  std::vector<Index> order;
  for (Index i = 0; i < items.cols(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return items.col(a).dot(query) > items.col(b).dot(query);
  });
  return order;
}

TEST(LargestProducts, AreThoseOfTheDefinitionInEveryStorage) {
  Rng rng = make_rng(1);
  const Matrix items = random_normal(7, 300, rng), queries = random_normal(7, 90, rng);
  for (const bool sparse_items : {false, true}) {
    for (const bool sparse_queries : {false, true}) {
      const Neighbours found =
          largest_products(sparse_items ? sparse(items) : Samples(items),
                           sparse_queries ? sparse(queries) : Samples(queries), 10);
      for (Index q = 0; q < queries.cols(); ++q) {
        const auto expected = by_definition(items, queries.col(q));
        for (Index r = 0; r < 10; ++r) {
          ASSERT_EQ(found.item(r, q), expected[static_cast<std::size_t>(r)]);
          ASSERT_NEAR(found.distance(r, q), items.col(found.item(r, q)).dot(queries.col(q)), 1e-12);
        }
      }
    }
  }
}

TEST(LargestProducts, ListsEqualOnesByNumberWhereverTheyStand) {
  Rng rng = make_rng(2);
  Matrix items(5, 700);
  const Matrix three = random_normal(5, 3, rng);
  for (Index i = 0; i < items.cols(); ++i) items.col(i) = three.col(i % 3);
  const Samples queries(random_normal(5, 4, rng));
  const Neighbours found = largest_products(Samples(items), queries, 50);
  for (Index q = 0; q < 4; ++q) {
    for (Index r = 1; r < 50; ++r) {
      EXPECT_EQ(found.item(r, q), found.item(r - 1, q) + 3);
      EXPECT_EQ(found.distance(r, q), found.distance(0, q));
    }
  }
}

TEST(LargestProducts, GivesAllItemsIfTheyAreFewer) {
  EXPECT_EQ(
      largest_products(Samples(Matrix(Matrix::Ones(2, 3))), Samples(Matrix(Matrix::Ones(2, 1))), 10)
          .item.rows(),
      3);
}

TEST(LargestProducts, RefusesWhatCannotBeSearched) {
  const Samples two(Matrix(Matrix::Ones(2, 3))), three(Matrix(Matrix::Ones(3, 3)));
  EXPECT_THROW(largest_products(two, three, 1), Error);
  EXPECT_THROW(largest_products(two, two, 0), Error);
  EXPECT_THROW(largest_products(Samples(Matrix(2, 0)), two, 1), Error);
  EXPECT_THROW(largest_products(Samples(Matrix(Matrix::Constant(2, 1, std::nan("")))), two, 1),
               Error);
}

TEST(SearchIndexOfProducts, FindsWhatTheExactSearchFinds) {
  Rng rng = make_rng(3);
  // Far from the origin, where centring would change the order.
  const Matrix items = random_normal(6, 500, rng).array() + 4, queries = random_normal(6, 20, rng);
  const Neighbours exact = largest_products(Samples(items), Samples(queries), 5);
  for (const char* name : {"exact", "Flat", "HNSW32"}) {
    const auto index = make_search_index({.name = name, .products = true}, 6);
    index->add(items);
    const Neighbours found = index->search(queries, 5);
    // A graph by inner product loses some: the longest items are neighbours of everything.
    const double least = std::string(name) == "HNSW32" ? 0.5 : 1;
    EXPECT_GE(recall(items, queries, found, exact, 5, true), least) << name;
    for (Index q = 0; q < queries.cols(); ++q) {
      const double score = items.col(found.item(0, q)).dot(queries.col(q));
      EXPECT_NEAR(found.distance(0, q), score, 1e-4) << name;
    }
  }
  EXPECT_THROW(make_search_index({.name = "hnsw", .products = true}, 6), Error);
}

TEST(RecallOfProducts, CountsItemsAsGoodAsTheLastTrueOne) {
  const Matrix items = (Matrix(1, 4) << 3, 2, 2, 1).finished(), query = Matrix::Ones(1, 1);
  const Neighbours truth = largest_products(Samples(items), Samples(query), 2);
  Neighbours found = truth;
  found.item(1, 0) = 2;  // as large as item 1
  EXPECT_EQ(recall(items, query, found, truth, 2, true), 1);
  found.item(1, 0) = 3;
  EXPECT_EQ(recall(items, query, found, truth, 2, true), 0.5);
}

}  // namespace
}  // namespace mahala::test::inner_products_test
