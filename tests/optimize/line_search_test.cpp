// Roots against polynomials made from them, minimisers against a fine grid.
#include "mahala/optimize/descent/line_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/random.hpp"

namespace mahala::test::line_search_test {

TEST(CubicRoots, AreThoseTheCubicWasMadeFrom) {
  Rng rng(3);
  for (int trial = 0; trial < 200; ++trial) {
    const double a = 1 + random_unit(rng), p = 4 * random_unit(rng) - 2,
                 q = p + 0.1 + random_unit(rng), r = q + 0.1 + random_unit(rng);
    const auto roots =
        cubic_roots(a, -a * (p + q + r), a * (p * q + p * r + q * r), -a * p * q * r);
    ASSERT_EQ(roots.size(), 3U);
    EXPECT_NEAR(roots[0], p, 1e-9);
    EXPECT_NEAR(roots[1], q, 1e-9);
    EXPECT_NEAR(roots[2], r, 1e-9);
  }
}

TEST(CubicRoots, AreOneWhereTheOthersAreComplex) {
  // (x - 2)(x^2 + x + 5)
  const auto roots = cubic_roots(1, -1, 3, -10);
  ASSERT_EQ(roots.size(), 1U);
  EXPECT_NEAR(roots[0], 2, 1e-14);
}

TEST(CubicRoots, FollowLowerDegrees) {
  EXPECT_EQ(cubic_roots(0, 1, -3, 2), (Roots{{1, 2}}));
  EXPECT_EQ(cubic_roots(0, 0, 2, -3), (Roots{{1.5}}));
  EXPECT_EQ(cubic_roots(0, 0, 0, 1).size(), 0);
  EXPECT_EQ(cubic_roots(0, 1, 0, 1).size(), 0);
}

TEST(QuarticMinimiser, IsNowhereAboveAGridOfSteps) {
  Rng rng(4);
  for (int trial = 0; trial < 200; ++trial) {
    // A sum of squared parabolas that falls at 0.
    Quartic q{};
    for (int k = 0; k < 3; ++k) {
      const double a = random_unit(rng) - 0.5, b = random_unit(rng) - 0.5, c = random_unit(rng);
      const Quartic square{a * a, 2 * a * b, b * b + 2 * a * c, 2 * b * c, c * c};
      for (std::size_t t = 0; t < 5; ++t) q[t] += square[t];
    }
    if (q[1] >= 0) continue;
    const double best = curve_at(q, quartic_minimiser(q)).value;
    for (double s = 0; s < 20; s += 0.01) EXPECT_LE(best, curve_at(q, s).value + 1e-12);
  }
}

TEST(QuarticMinimiser, DoesNotMindTheUnitOfTheStep) {
  Rng rng(6);
  for (const double unit : {1e-24, 1e-12, 1e-6, 1e6, 1e12, 1e24}) {
    for (int trial = 0; trial < 50; ++trial) {
      const double a = 1 + random_unit(rng), b = -1 - random_unit(rng), c = random_unit(rng);
      const double u = 1 / unit;  // (a + b s + c s^2)^2 with s in this unit
      const Quartic plain{a * a, 2 * a * b, b * b + 2 * a * c, 2 * b * c, c * c};
      const Quartic scaled{plain[0], plain[1] * u, plain[2] * u * u, plain[3] * u * u * u,
                           plain[4] * u * u * u * u};
      const double s = quartic_minimiser(plain);
      EXPECT_NEAR(curve_at(plain, quartic_minimiser(scaled) / unit).value, curve_at(plain, s).value,
                  1e-9);
    }
  }
}

TEST(QuarticMinimiser, IsZeroWhereNothingFalls) {
  EXPECT_EQ(quartic_minimiser({1, 1, 1, 0, 1}), 0);
  EXPECT_EQ(quartic_minimiser({1, 0, 0, 0, 0}), 0);
}

/// Two gated parabolas: kinks in the curvature at 0.7 and 1.2.
RayCurve gated_curve(double s) {
  RayCurve sum;
  const auto add = [&](double e, double rate, double bend) {
    if (e <= 0) return;
    sum.value += e * e / 2;
    sum.slope += e * rate;
    sum.bend += rate * rate + e * bend;
  };
  add(0.49 - s * s, -2 * s, -2);
  add(3 * (s - 1.2), 3, 0);
  add(1.5 - s, -1, 0);
  return sum;
}

TEST(NewtonMinimiser, EndsAtALevelPointOfAGatedCurveFromAnyGuess) {
  const RayCurve start = gated_curve(0);
  for (const double guess : {1e-6, 0.1, 1.0, 50.0}) {
    const StepTrial trial = newton_minimiser(gated_curve, guess, start.value, start.slope);
    ASSERT_GT(trial.step, 0);
    EXPECT_LE(std::abs(gated_curve(trial.step).slope), 1e-4 * std::abs(start.slope));
    EXPECT_EQ(trial.value, gated_curve(trial.step).value);
  }
}

TEST(NewtonMinimiser, FindsNoneWhereEveryTrialIsHigher) {
  const auto up = [](double s) { return RayCurve{1 + s, 1, 0}; };
  EXPECT_EQ(newton_minimiser(up, 1, 1, -1).step, 0);
}

TEST(ParabolicSearch, ReturnsItsLastTrialAndLowersTheValue) {
  for (const double guess : {1e-4, 0.3, 1e5}) {
    double last = 0;
    const auto f = [&](double s) {
      last = s;
      return (s - 2) * (s - 2) + std::cos(s);
    };
    const double value = f(0);
    const StepTrial trial = parabolic_search(f, guess, value, -4);
    EXPECT_EQ(trial.step, last);
    EXPECT_LT(trial.value, value);
    EXPECT_EQ(trial.value, f(trial.step));
  }
}

TEST(ParabolicSearch, StepsOverWhatIsNotFinite) {
  const auto f = [](double s) { return s > 0.01 ? std::nan("") : -s; };
  EXPECT_GT(parabolic_search(f, 1, 0, -1).step, 0);
}

}  // namespace mahala::test::line_search_test
