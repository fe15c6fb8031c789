#include "mahala/evaluate/bootstrap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"

namespace mahala::test::bootstrap_test {
namespace {

std::vector<double> normals(Index n, Rng& rng) {
  const Matrix x = random_normal(n, 1, rng);
  return {x.data(), x.data() + n};
}

TEST(Bootstrap, HasTheWidthThatTheoryGivesForAMean) {
  Rng rng = make_rng(1);
  const Interval found = bootstrap_mean(normals(2000, rng), {.resamples = 5000}, rng);
  EXPECT_NEAR(found.high - found.low, 2 * 1.96 / std::sqrt(2000.0), 0.006);
}

TEST(Bootstrap, CoversTheTruthAsOftenAsItSays) {
  Rng rng = make_rng(2);
  int covered = 0;
  for (int repeat = 0; repeat < 300; ++repeat) {
    const Interval found =
        bootstrap_mean(normals(60, rng), {.resamples = 400, .confidence = 0.8}, rng);
    covered += found.low <= 0 && 0 <= found.high ? 1 : 0;
  }
  EXPECT_NEAR(covered, 240, 30);  // four standard deviations
}

TEST(Bootstrap, GivesSeveralNumbersTheIntervalsOfEach) {
  const std::vector<double> values = {1, 2, 3, 4, 100};
  const auto mean = [&](std::span<const Index> drawn) {
    double sum = 0;
    for (const Index i : drawn) sum += values[static_cast<std::size_t>(i)] / 5;
    return sum;
  };
  const auto both = [&](std::span<const Index> drawn) {
    return std::vector<double>{-mean(drawn), mean(drawn)};
  };
  Rng one = make_rng(3), two = make_rng(3);
  const Interval alone = bootstrap(5, mean, {}, one);
  const auto each = bootstrap_each(5, both, {}, two);
  EXPECT_EQ(each[1].low, alone.low);
  EXPECT_EQ(each[1].high, alone.high);
  EXPECT_EQ(each[0].low, -alone.high);
}

TEST(Bootstrap, LeavesOutWhatIsUndefined) {
  const auto first = [](std::span<const Index> drawn) {
    return drawn[0] == 0 ? std::nan("") : static_cast<double>(drawn[0]);
  };
  Rng rng = make_rng(4);
  EXPECT_EQ(bootstrap(3, first, {}, rng).low, 1);
  const auto never = [](std::span<const Index>) { return std::nan(""); };
  EXPECT_TRUE(std::isnan(bootstrap(3, never, {}, rng).low));
}

TEST(Bootstrap, TakesAnyStatistic) {
  Rng rng = make_rng(3);
  const std::vector<double> values = {1, 2, 3, 4, 100};
  const auto largest = [&](std::span<const Index> drawn) {
    double most = 0;
    for (const Index i : drawn) most = std::max(most, values[static_cast<std::size_t>(i)]);
    return most;
  };
  const Interval found = bootstrap(5, largest, {}, rng);
  EXPECT_GE(found.low, 2);
  EXPECT_EQ(found.high, 100);
}

TEST(Bootstrap, DependsOnTheSeedAndNotOnTheThreads) {
  const int before = threads();
  const auto run = [](int count, std::uint64_t seed) {
    set_threads(count);
    Rng rng = make_rng(seed);
    return bootstrap_mean({1, 5, 2, 8, 3, 3.5}, {}, rng).low;
  };
  EXPECT_EQ(run(1, 4), run(3, 4));
  EXPECT_NE(run(1, 4), run(1, 5));
  set_threads(before);
}

TEST(Bootstrap, OfOneValueIsThatValue) {
  Rng rng = make_rng(6);
  const Interval found = bootstrap_mean({7}, {}, rng);
  EXPECT_EQ(found.low, 7);
  EXPECT_EQ(found.high, 7);
}

TEST(Bootstrap, RefusesWhatHasNoMeaning) {
  Rng rng = make_rng(7);
  EXPECT_THROW(bootstrap_mean({}, {}, rng), Error);
  EXPECT_THROW(bootstrap_mean({1}, {.resamples = 0}, rng), Error);
  EXPECT_THROW(bootstrap_mean({1}, {.confidence = 1}, rng), Error);
  EXPECT_THROW(bootstrap_mean({1}, {.confidence = 0}, rng), Error);
}

}  // namespace
}  // namespace mahala::test::bootstrap_test
