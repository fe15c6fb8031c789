#include "mahala/search/neighbours.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"

namespace mahala::test::neighbours_test {
namespace {

/// The definition: every distance in double, sorted by (distance, item).
Neighbours nearest_naively(const Matrix& items, const Matrix& queries, Index k) {
  Neighbours found;
  const Index rows = std::min(k, items.cols());
  found.item.resize(rows, queries.cols());
  found.distance.resize(rows, queries.cols());
  for (Index q = 0; q < queries.cols(); ++q) {
    std::vector<std::pair<double, Index>> all;
    for (Index i = 0; i < items.cols(); ++i) {
      all.emplace_back((items.col(i) - queries.col(q)).squaredNorm(), i);
    }
    std::sort(all.begin(), all.end());
    for (Index r = 0; r < rows; ++r) {
      std::tie(found.distance(r, q), found.item(r, q)) = all[static_cast<std::size_t>(r)];
    }
  }
  return found;
}

void expect_exact(const Matrix& items, const Matrix& queries, Index k) {
  const Neighbours found = nearest(items, queries, k), wanted = nearest_naively(items, queries, k);
  EXPECT_EQ(found.item, wanted.item);
  EXPECT_TRUE(found.distance.isApprox(wanted.distance, 1e-13));
}

class NeighboursOf : public testing::TestWithParam<std::tuple<Index, Index, Index>> {
 protected:
  Rng rng = make_rng(1);
};

TEST_P(NeighboursOf, RandomPointsAreThoseOfAFullSort) {
  const auto [dim, n, k] = GetParam();
  expect_exact(random_normal(dim, n, rng), random_normal(dim, 150, rng), k);
}

TEST_P(NeighboursOf, GridPointsAreListedInOrderWhereTheyTie) {
  const auto [dim, n, k] = GetParam();
  const Matrix items = random_normal(dim, n, rng).array().round();
  expect_exact(items, items.leftCols(std::min<Index>(n, 40)), k);
}

TEST_P(NeighboursOf, PointsFarFromTheOriginAreFound) {
  const auto [dim, n, k] = GetParam();
  for (const double offset : {1e4, 1e8, 1e12}) {
    const Matrix items = random_normal(dim, n, rng).array() + offset;
    expect_exact(items, random_normal(dim, 30, rng).array() + offset, k);
  }
}

TEST_P(NeighboursOf, PointsOfAnyMagnitudeAreFound) {
  const auto [dim, n, k] = GetParam();
  const Matrix items = random_normal(dim, n, rng), queries = random_normal(dim, 30, rng);
  const auto wanted = nearest_naively(items, queries, k).item;
  for (const int exponent : {-1000, -600, -100, 100, 600, 1000}) {
    const double scale = std::ldexp(1.0, exponent);
    EXPECT_EQ(nearest(scale * items, scale * queries, k).item, wanted) << exponent;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, NeighboursOf,
                         testing::Values(std::tuple{2, 1, 1}, std::tuple{3, 10, 20},
                                         std::tuple{2, 2000, 5}, std::tuple{20, 1500, 7},
                                         std::tuple{1, 3000, 40}));

TEST(Neighbours, OfADistantQueryAreExactToo) {
  Rng rng = make_rng(2);
  Matrix queries = random_normal(3, 4, rng);
  queries.col(1).array() += 1e6;
  queries.col(2).array() *= 1e30;
  expect_exact(random_normal(3, 800, rng), queries, 5);
}

TEST(Neighbours, AmongClustersThatSinglePrecisionCannotTellApart) {
  Rng rng = make_rng(3);
  Matrix items = 1e-9 * random_normal(4, 1000, rng);
  items.leftCols(500).array() += 1;
  expect_exact(items, items.middleCols(480, 40), 6);
}

TEST(Neighbours, OfIdenticalItemsAreTheFirstOnes) {
  const Neighbours found = nearest(Matrix::Constant(3, 500, 0.1), Matrix::Constant(3, 2, 0.1), 4);
  for (Index r = 0; r < 4; ++r) EXPECT_EQ(found.item(r, 1), r);
  EXPECT_EQ(found.distance, Matrix::Zero(4, 2));
}

TEST(Neighbours, InNoDimensionsAreTheFirstOnes) {
  EXPECT_EQ(nearest(Matrix(0, 300), Matrix(0, 1), 2).item(1, 0), 1);
}

TEST(Neighbours, AreTheSameForAnyNumberOfThreads) {
  Rng rng = make_rng(4);
  const Matrix items = random_normal(5, 900, rng), queries = random_normal(5, 400, rng);
  const int before = threads();
  set_threads(1);
  const Neighbours one = nearest(items, queries, 9);
  set_threads(2);
  const Neighbours two = nearest(items, queries, 9);
  set_threads(before);
  EXPECT_EQ(one.item, two.item);
  EXPECT_EQ(one.distance, two.distance);
}

TEST(Neighbours, OfNoQueriesAreNone) {
  EXPECT_EQ(nearest(Matrix::Zero(2, 3), Matrix(2, 0), 1).item.cols(), 0);
}

TEST(Neighbours, RefuseWhatHasNoAnswer) {
  const Matrix x = Matrix::Ones(2, 3);
  Matrix broken = x;
  broken(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(nearest(x, x, 0), Error);
  EXPECT_THROW(nearest(x, x, -1), Error);
  EXPECT_THROW(nearest(Matrix(2, 0), x, 1), Error);
  EXPECT_THROW(nearest(Matrix::Ones(3, 3), x, 1), Error);
  EXPECT_THROW(nearest(broken, x, 1), Error);
  EXPECT_THROW(nearest(x, broken, 1), Error);
}

}  // namespace
}  // namespace mahala::test::neighbours_test
