#include "mahala/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace mahala::test::random_test {

TEST(Random, RepeatsUnderOneSeedAndDiffersBetweenStreams) {
  Rng a = make_rng(7, RandomStream::learning, 1), b = make_rng(7, RandomStream::learning, 1),
      c = make_rng(7, RandomStream::learning, 2);
  const Matrix first = random_normal(5, 5, a);
  EXPECT_EQ(first, random_normal(5, 5, b));
  EXPECT_NE(first, random_normal(5, 5, c));
}

TEST(Random, NormalsHaveTheMomentsOfTheStandardNormal) {
  Rng rng = make_rng(1);
  const Matrix x = random_normal(400, 501, rng);
  EXPECT_NEAR(x.mean(), 0, 0.01);
  EXPECT_NEAR(x.array().square().mean(), 1, 0.02);
  EXPECT_NEAR(x.array().pow(4).mean(), 3, 0.1);
}

TEST(Random, IndicesAreUniform) {
  Rng rng = make_rng(1);
  std::vector<int> seen(7, 0);
  for (int k = 0; k < 70000; ++k) ++seen[static_cast<std::size_t>(random_index(7, rng))];
  for (const int count : seen) EXPECT_NEAR(count, 10000, 400);
}

TEST(Random, OrdersArePermutations) {
  Rng rng = make_rng(1);
  std::vector<Index> order = random_order(100, rng);
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  std::sort(order.begin(), order.end());
  for (Index k = 0; k < 100; ++k) EXPECT_EQ(order[static_cast<std::size_t>(k)], k);
}

}  // namespace mahala::test::random_test
