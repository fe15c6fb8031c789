#include "mahala/learn/stream/loss_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "mahala/core/random.hpp"

namespace mahala::test::loss_watch_test {
namespace {

TEST(MovingMean, IsThatOfTheLastNumbers) {
  MovingMean mean(3);
  EXPECT_TRUE(std::isnan(mean.value()));
  mean.add(1);
  EXPECT_EQ(mean.value(), 1);
  for (const double loss : {5.0, 2.0, 3.0, 4.0}) mean.add(loss);
  EXPECT_EQ(mean.value(), 3);
}

TEST(MovingMean, ForgetsTheRoundingOfLargeNumbers) {
  MovingMean mean(100);
  Rng rng = make_rng(1);
  for (int k = 0; k < 10'000; ++k) mean.add(1e15 * random_unit(rng));
  for (int k = 0; k < 200; ++k) mean.add(0.5);
  EXPECT_EQ(mean.value(), 0.5);
}

TEST(MovingMean, TakesMemoryForWhatItWasGiven) {
  MovingMean mean(std::numeric_limits<Index>::max() / 2);  // no machine holds as many numbers
  mean.add(2);
  mean.add(4);
  EXPECT_EQ(mean.value(), 3);
}

TEST(Runaway, IsALossBeyondThoseAtFirst) {
  Runaway large, small;
  for (int k = 0; k < 50; ++k) {
    EXPECT_FALSE(large.in(1e12 * (1 + k % 3)));
    EXPECT_FALSE(small.in(0.01));
  }
  EXPECT_FALSE(large.in(1e17));
  EXPECT_TRUE(large.in(1e19));
  EXPECT_FALSE(small.in(0.9e6)) << "the margin is 1";
  EXPECT_TRUE(small.in(1.1e6));
}

TEST(Runaway, IsAMeanTenTimesThatAtFirst) {
  Runaway small, large;
  EXPECT_FALSE(small.in_mean(1e9)) << "nothing to measure it by";
  for (int k = 0; k < 20; ++k) {
    small.in(0.1);
    large.in(50);
  }
  EXPECT_FALSE(small.in_mean(9.9)) << "the margin is 1";
  EXPECT_TRUE(small.in_mean(10.1));
  EXPECT_FALSE(large.in_mean(499));
  EXPECT_TRUE(large.in_mean(501));
}

TEST(Runaway, IsALossThatIsNoNumber) {
  for (const double loss : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_TRUE(Runaway().in(loss));
  }
}

TEST(Runaway, IsNotMeasuredByLossesOfZero) {
  Runaway runaway;
  for (int k = 0; k < 20; ++k) EXPECT_FALSE(runaway.in(0));
  EXPECT_TRUE(runaway.at_start());
  EXPECT_FALSE(runaway.in(1e12));
  EXPECT_FALSE(runaway.at_start());
}

TEST(Runaway, IsNoticedAtTheSecondLoss) {
  Runaway runaway;
  EXPECT_FALSE(runaway.in(3));
  EXPECT_TRUE(runaway.in(1e8));
}

}  // namespace
}  // namespace mahala::test::loss_watch_test
