// Lists of near points, and numbers on their pairs, beside loops over all pairs.

#include "mahala/optimize/neighbours/near_lists.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/optimize/neighbours/mutual_pairs.hpp"
#include "mahala/optimize/neighbours/pull.hpp"

namespace mahala::test::near_lists_test {
namespace {

double square(const Matrix& z, Index i, Index j) { return (z.col(i) - z.col(j)).squaredNorm(); }

/// Far from the origin, of reaches that differ, in more than one block of uneven size.
class NearListsTest : public testing::Test {
 protected:
  Rng rng{4};
  const Matrix z = (random_normal(5, 613, rng).array() + 30).matrix();
  const Vector reach = 3 * random_normal(613, 1, rng).cwiseAbs();
};

TEST_F(NearListsTest, HoldWhoIsInReachAndHardlyAnybodyElse) {
  const auto wanted = [](Index i, Index j) { return (i + j) % 3 != 0; };
  const PointLists lists = near_lists(z, reach, wanted);
  ASSERT_EQ(lists.count(), z.cols());
  for (Index i = 0; i < z.cols(); ++i) {
    std::vector<Index> within, nearly;
    for (Index j = 0; j < z.cols(); ++j) {
      if (j == i || !wanted(i, j)) continue;
      if (square(z, i, j) <= reach[i]) within.push_back(j);
      if (square(z, i, j) <= reach[i] + 1e-2) nearly.push_back(j);
    }
    const std::vector<Index> list(lists[i].begin(), lists[i].end());
    EXPECT_TRUE(std::includes(list.begin(), list.end(), within.begin(), within.end())) << i;
    EXPECT_TRUE(std::includes(nearly.begin(), nearly.end(), list.begin(), list.end())) << i;
  }
}

TEST_F(NearListsTest, AreMutualIfAskedTo) {
  const auto lists = mutual_lists(z, reach, 1e6);
  ASSERT_TRUE(lists.has_value());
  for (Index i = 0; i < z.cols(); ++i) {
    const auto own = (*lists)[i];
    EXPECT_TRUE(std::is_sorted(own.begin(), own.end()));
    for (Index j = 0; j < z.cols(); ++j) {
      const auto other = (*lists)[j];
      const bool listed = std::binary_search(own.begin(), own.end(), j);
      EXPECT_EQ(listed, std::binary_search(other.begin(), other.end(), i));
      const bool near = j != i && square(z, i, j) <= std::max(reach[i], reach[j]);
      EXPECT_TRUE(listed || !near);
    }
  }
}

TEST_F(NearListsTest, AreNotMadeOfTooManyPairs) {
  EXPECT_FALSE(mutual_lists(z, reach, 10).has_value());
  EXPECT_FALSE(mutual_lists(z, Vector::Constant(z.cols(), 1e9), 1e5).has_value());
}

TEST_F(NearListsTest, DoNotDependOnTheNumberOfThreads) {
  const int before = threads();
  set_threads(1);
  const auto one = mutual_lists(z, reach, 1e6);
  set_threads(3);
  const auto three = mutual_lists(z, reach, 1e6);
  set_threads(before);
  EXPECT_EQ(one->begin, three->begin);
  EXPECT_EQ(one->point, three->point);
}

TEST_F(NearListsTest, CarryNumbersOnBothEndsOfTheirPairs) {
  const auto lists = mutual_lists(z, reach, 1e6);
  const MutualPairs pairs(*lists);
  const std::vector<double> distances = pairs.distances(z);
  std::vector<double> w(distances.size());
  Matrix dense = Matrix::Zero(z.cols(), z.cols());
  for (Index i = 0; i < z.cols(); ++i) {
    const auto own = (*lists)[i];
    for (std::size_t k = 0; k < own.size(); ++k) {
      const double expected = square(z, i, own[k]);
      EXPECT_NEAR(pairs.of(i, distances)[k], expected, 1e-13 * (1 + expected));
      pairs.of(i, w)[k] = dense(i, own[k]) = std::sin(static_cast<double>(7 * i + own[k]));
    }
  }
  const Matrix y = random_normal(3, z.cols(), rng), both = dense + dense.transpose();
  const Matrix expected = y * both.rowwise().sum().asDiagonal() - y * both;
  Matrix pulled = Matrix::Zero(3, z.cols());
  pairs.pull(y, w, 0, pulled);
  EXPECT_LT((pulled - expected).norm(), 1e-12 * expected.norm());
}

TEST(PulledPairs, AddUpToTheLaplacian) {
  Rng rng(2);
  const Matrix y = random_normal(3, 100, rng);
  std::vector<std::vector<PulledPair>> parts(3);
  Matrix w = Matrix::Zero(100, 100);
  for (std::int32_t k = 0; k < 900; ++k) {
    const std::int32_t i = k % 100, j = (7 * k + 1 + k / 100) % 100;
    if (i == j) continue;
    const double weight = std::cos(static_cast<double>(k));
    parts[static_cast<std::size_t>(k % 3)].push_back({.i = i, .j = j, .weight = weight});
    w(i, j) += weight;
    w(j, i) += weight;
  }
  Matrix out = Matrix::Ones(3, 100);
  pull_pairs(y, parts, out);
  const Matrix expected = Matrix::Ones(3, 100) + y * w.rowwise().sum().asDiagonal() - y * w;
  EXPECT_LT((out - expected).norm(), 1e-12 * expected.norm());
}

}  // namespace
}  // namespace mahala::test::near_lists_test
