#include "mahala/evaluate/significance.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mahala/core/error.hpp"

namespace mahala::test::significance_test {
namespace {

/// Twice the integral of the density from |t| on, substituting x = |t| + s/(1-s).
double integrated(double t, double f) {
  const double scale =
      std::exp(std::lgamma((f + 1) / 2) - std::lgamma(f / 2)) / std::sqrt(f * std::numbers::pi);
  const Index steps = 200000;
  double sum = 0;
  for (Index k = 0; k < steps; ++k) {
    const double s = (static_cast<double>(k) + 0.5) / static_cast<double>(steps);
    const double x = std::abs(t) + s / (1 - s);
    sum += std::pow(1 + x * x / f, -(f + 1) / 2) / ((1 - s) * (1 - s));
  }
  return 2 * scale * sum / static_cast<double>(steps);
}

TEST(StudentTwoSided, IsTheIntegralOfTheDensity) {
  for (const Index freedom : {1, 2, 3, 4, 9, 10, 19, 50, 199}) {
    for (const double t : {0.0, 0.1, -1.0, 2.5, 6.0, 30.0}) {
      const double expected = integrated(t, static_cast<double>(freedom));
      EXPECT_NEAR(student_two_sided(t, freedom) / expected, 1, 1e-6) << t << " " << freedom;
    }
  }
}

TEST(StudentTwoSided, HasTheTabledQuantiles) {
  EXPECT_NEAR(student_two_sided(12.706204736174698, 1), 0.05, 1e-14);
  EXPECT_NEAR(student_two_sided(2.0930240544083087, 19), 0.05, 1e-14);
}

TEST(StudentTwoSided, IsElementaryForTwoDegreesOfFreedom) {
  for (const double t : {0.1, 1.0, 10.0, 1e3, 1e6}) {
    const double root = std::sqrt(2 + t * t);  // 1 - t / root without its cancellation
    EXPECT_NEAR(student_two_sided(t, 2) * root * (root + t) / 2, 1, 1e-12) << t;
  }
}

TEST(StudentTwoSided, FallsWithoutAStepWhereTheTailTakesOver) {
  for (const Index freedom : {1, 2, 7, 8, 99}) {
    double before = student_two_sided(0, freedom);
    EXPECT_DOUBLE_EQ(before, 1);
    for (double t = 0.01; t < 12; t += 0.01) {
      const double p = student_two_sided(t, freedom);
      EXPECT_LT(p, before);
      before = p;
    }
    EXPECT_GT(before, 0);
  }
}

TEST(StudentTwoSided, NeedsADegreeOfFreedom) { EXPECT_THROW(student_two_sided(1, 0), Error); }

TEST(SampleSd, DividesByOneLessThanTheNumber) {
  EXPECT_EQ(sample_mean({1, 2, 6}), 3);
  EXPECT_DOUBLE_EQ(sample_sd({1, 2, 6}), std::sqrt(7));
  EXPECT_EQ(sample_sd({5}), 0);
  EXPECT_EQ(sample_sd({}), 0);
  EXPECT_THROW(sample_mean({}), Error);
}

TEST(PairedTest, CorrectsForOverlappingTrainingSets) {
  const std::vector<double> a = {0.10, 0.12, 0.09, 0.14}, b = {0.08, 0.11, 0.09, 0.10};
  std::vector<double> d;
  for (std::size_t k = 0; k < a.size(); ++k) d.push_back(a[k] - b[k]);
  const double t = sample_mean(d) / (sample_sd(d) * std::sqrt(1.0 / 4 + 1.0));
  EXPECT_NEAR(paired_test(a, b, 2), student_two_sided(t, 3), 1e-15);
  EXPECT_NEAR(paired_test(b, a, 2), paired_test(a, b, 2), 1e-15);
  const double uncorrected = sample_mean(d) / (sample_sd(d) / 2);
  EXPECT_GT(paired_test(a, b, 2), student_two_sided(uncorrected, 3));
}

TEST(PairedTest, IsSureOfNothingWithoutADifference) {
  EXPECT_EQ(paired_test({1, 2, 3}, {1, 2, 3}, 3), 1);
  EXPECT_EQ(paired_test({1}, {2}, 2), 1);
}

TEST(PairedTest, IsSureOfAConstantDifference) {
  EXPECT_LT(paired_test({1, 2, 3}, {2, 3, 4}, 3), 1e-15);
}

TEST(PairedTest, RefusesWhatCannotBePaired) {
  EXPECT_THROW(paired_test({1, 2}, {1}, 2), Error);
  EXPECT_THROW(paired_test({1, 2}, {1, 2}, 1), Error);
}

}  // namespace
}  // namespace mahala::test::significance_test
