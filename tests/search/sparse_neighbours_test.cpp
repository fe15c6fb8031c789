#include "mahala/search/sparse_neighbours.hpp"

#include <gtest/gtest.h>

#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"

namespace mahala::test::sparse_neighbours_test {
namespace {

/// About one entry in `spacing` is not zero; small integers make many distances tie.
Matrix few_integers(Index dim, Index n, Index spacing, Rng& rng) {
  return Matrix::NullaryExpr(dim, n, [&] {
    return random_index(spacing, rng) > 0 ? 0.0 : static_cast<double>(random_index(5, rng) - 2);
  });
}

Samples sparse(const Matrix& x) { return Samples(SparseMatrix(x.sparseView())); }

void expect_same(const Matrix& items, const Matrix& queries, Index k) {
  const Neighbours found = nearest(sparse(items), sparse(queries), k);
  const Neighbours wanted = nearest(items, queries, k);
  EXPECT_EQ(found.item, wanted.item);
  EXPECT_LT((found.distance - wanted.distance).cwiseAbs().maxCoeff(), 1e-12);
}

TEST(SparseNeighbours, AreThoseOfTheDenseSearchTiesIncluded) {
  Rng rng = make_rng(2);
  for (const Index k : {1, 5, 200, 1000}) {
    expect_same(few_integers(60, 200, 12, rng), few_integers(60, 70, 12, rng), k);
  }
}

TEST(SparseNeighbours, AreThoseOfTheDenseSearchForRealNumbers) {
  Rng rng = make_rng(3);
  const Matrix items = few_integers(40, 300, 6, rng).cwiseProduct(random_normal(40, 300, rng));
  expect_same(items, items, 7);
}

TEST(SparseNeighbours, EmptySamplesAndDuplicatesAreAtDistanceZero) {
  Matrix items = Matrix::Zero(5, 4);
  items.col(2) << 1e8, 0, 3, 0, 0.1;
  items.col(3) = items.col(2);
  const Neighbours found = nearest(sparse(items), sparse(items), 2);
  EXPECT_EQ(found.distance, Matrix::Zero(2, 4));
  EXPECT_EQ(found.item(0, 3), 2);
  EXPECT_EQ(found.item(1, 0), 1);
}

TEST(SparseNeighbours, DoNotDependOnTheNumberOfThreads) {
  Rng rng = make_rng(4);
  const Samples items = sparse(few_integers(50, 400, 8, rng));
  const int before = threads();
  set_threads(1);
  const Neighbours one = nearest(items, items, 9);
  set_threads(3);
  EXPECT_EQ(nearest(items, items, 9).item, one.item);
  set_threads(before);
}

}  // namespace
}  // namespace mahala::test::sparse_neighbours_test
