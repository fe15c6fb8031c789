#include "mahala/optimize/regression/pair_regression.hpp"

#include <gtest/gtest.h>

#include "tests/support/geometry_golden.hpp"
#include "tests/support/random_pairs.hpp"

namespace mahala::test::pair_regression_test {

class PairRegressionOn : public testing::TestWithParam<std::string> {
 protected:
  Rng rng{5};
  Matrix dense = random_normal(7, 30, rng).cwiseMax(0.2) - Matrix::Constant(7, 30, 0.2);
  Samples x = stored(GetParam());
  Pairs pairs = random_pairs(30, 60, rng);
  Matrix g = random_normal(7, 3, rng);

  Samples stored(const std::string& storage) const {
    if (storage == "sparse") return Samples(SparseMatrix(dense.sparseView()));
    if (storage == "float") return Samples(MatrixF(dense.cast<float>()));
    return Samples(dense);
  }
  double cost(const Matrix& factor) const { return plain_cost(pairs, x.project(factor)); }
};

TEST_P(PairRegressionOn, GradientMatchesCentralDifferences) {
  PairRegression f(x, pairs, g);
  f.gradient_norm();
  const Matrix u = random_normal(7, 3, rng);
  const double t = 1e-6;
  const double slope = (cost(g + t * u) - cost(g - t * u)) / (2 * t);
  EXPECT_NEAR(f.gradient().cwiseProduct(u).sum(), slope, 1e-6 * std::abs(slope));
}

TEST_P(PairRegressionOn, GradientIsHorizontal) {
  PairRegression f(x, pairs, g);
  f.gradient_norm();
  const Matrix gd = g.transpose() * f.gradient();
  EXPECT_LT((gd - gd.transpose()).norm(), 1e-12 * gd.norm());
}

TEST_P(PairRegressionOn, MovingGivesTheValueOfTheTrial) {
  PairRegression f(x, pairs, g);
  f.gradient_norm();
  f.aim();
  const double step = 0.01;
  double value = 0;
  f.trials({&step, 1}, {&value, 1});
  f.move(step, value);
  EXPECT_NEAR(cost(f.factor()), value, 1e-12 * value);
}

TEST_P(PairRegressionOn, DescentNeverRaisesTheObjective) {
  PairRegression f(x, pairs, g);
  const Descent descent = descend(f, {.tolerance = 1e-12, .max_iterations = 300});
  for (std::size_t t = 1; t < descent.trace.size(); ++t) {
    EXPECT_LE(descent.trace[t].objective, descent.trace[t - 1].objective);
  }
  EXPECT_NEAR(cost(f.factor()), descent.objective, 1e-10 * descent.trace.front().objective);
}

TEST_P(PairRegressionOn, ConvergedMeansASmallGradient) {
  PairRegression f(x, pairs, g);
  const double at_start = f.gradient_norm();
  const Descent descent = descend(f, {.tolerance = 1e-14, .max_iterations = 20000});
  EXPECT_EQ(descent.status, Status::converged);
  EXPECT_LT(descent.gradient_norm, 1e-5 * at_start);
}

TEST_P(PairRegressionOn, ASearchThatIsCutShortIsNotConvergence) {
  PairRegression f(x, pairs, g);
  const Descent descent = descend(f, {.first_step = 1e6, .max_halvings = 0});
  EXPECT_EQ(descent.status, Status::budget_spent);
  EXPECT_EQ(descent.message, "the line search ran out of halvings");
}

INSTANTIATE_TEST_SUITE_P(EveryStorage, PairRegressionOn,
                         testing::Values("double", "float", "sparse"),
                         [](const auto& test) { return test.param; });

TEST(PairRegression, DependsOnTheFactorOnlyThroughItsGram) {
  Rng rng(5);
  const Samples x(random_normal(7, 30, rng));
  const Pairs pairs = random_pairs(30, 60, rng);
  const Matrix g = random_normal(7, 2, rng);
  const Matrix q = (Matrix(2, 2) << 0.6, -0.8, 0.8, 0.6).finished();
  const PairRegression a(x, pairs, g), b(x, pairs, g * q);
  EXPECT_NEAR(a.value(), b.value(), 1e-12 * a.value());
}

/// mu/4 |G G^T - G0 G0^T|^2 by its definition.
double plain_pull(double mu, const Matrix& g, const Matrix& g0) {
  return mu / 4 * (g * g.transpose() - g0 * g0.transpose()).squaredNorm();
}

TEST(StartPull, EqualsItsDefinitionAlongRaysAndInItsDerivatives) {
  Rng rng{8};
  const Matrix g0 = random_normal(6, 3, rng), g = random_normal(6, 3, rng),
               h = random_normal(6, 3, rng);
  const StartPull pull(0.7, g0);
  EXPECT_NEAR(pull.value(g), plain_pull(0.7, g, g0), 1e-12);
  EXPECT_NEAR(pull.value(g0), 0, 1e-12);
  for (const double s : {0.0, 0.3, -1.2, 2.0}) {
    const double plain = plain_pull(0.7, g - s * h, g0);
    EXPECT_NEAR(curve_at(pull.along(g, h), s).value, plain, 1e-11 * (1 + plain));
  }
  const double t = 1e-6;
  Matrix gradient = Matrix::Zero(6, 3), product = Matrix::Zero(6, 3), ahead = gradient,
         behind = gradient;
  pull.add_gradient(g, gradient);
  const double slope = (pull.value(g + t * h) - pull.value(g - t * h)) / (2 * t);
  EXPECT_NEAR(gradient.cwiseProduct(h).sum(), slope, 1e-6 * std::abs(slope));
  pull.add_curvature(g, h, false, product);
  pull.add_gradient(g + t * h, ahead);
  pull.add_gradient(g - t * h, behind);
  EXPECT_LT((product - (ahead - behind) / (2 * t)).norm(), 1e-6 * product.norm());
}

TEST(PairRegression, CountsThePullInValueGradientAndTrials) {
  Rng rng{9};
  const Samples x(random_normal(5, 20, rng));
  const Pairs pairs = random_pairs(20, 40, rng);
  const Matrix g0 = random_normal(5, 2, rng), g = random_normal(5, 2, rng);
  const auto cost = [&](const Matrix& at) {
    return plain_cost(pairs, x.project(at)) + plain_pull(0.4, at, g0);
  };
  for (const Preconditioning kind : {Preconditioning::none, Preconditioning::gauss}) {
    PairRegression f(x, pairs, g, kind, {}, StartPull(0.4, g0));
    EXPECT_NEAR(f.value(), cost(g), 1e-12 * cost(g));
    f.gradient_norm();
    f.settle();
    f.aim();
    const double step = 0.01;
    double value = 0;
    f.trials({&step, 1}, {&value, 1});
    EXPECT_NEAR(value, cost(g - step * f.gradient()), 1e-10 * value);
    const StepTrial best = f.best_step(step, -f.gradient().squaredNorm());
    EXPECT_LT(best.value, f.value());
    EXPECT_NEAR(best.value, cost(g - best.step * f.gradient()), 1e-10 * best.value);
  }
}

TEST(PairRegression, RefusesTrialsThatOverflow) {
  const Samples x((Matrix(1, 2) << 0, 1e150).finished());
  PairRegression f(x, {{.i = 0, .j = 1, .relation = Relation::at_least, .value = 1e301}},
                   Matrix::Ones(1, 1));
  f.gradient_norm();
  f.aim();
  const double step = 1e10;
  double value = 0;
  f.trials({&step, 1}, {&value, 1});
  EXPECT_FALSE(std::isfinite(value));
}

TEST(PairRegression, ReproducesTheGoldenDescents) {
  const auto data = golden("geometry/data.json");
  int checked = 0;
  for (const auto& expected : golden_cases("geometry", "first10")) {
    const std::string model = expected.at("data");
    if (expected.at("geometry") != "flat" || model.starts_with("full")) continue;
    SCOPED_TRACE(expected.at("name").get<std::string>());
    const auto posed = golden_problem(data, model, 1);
    PairRegression f(posed->x, posed->pairs, matrix(data.at("init").at("G0")));
    const DescentOptions options{.first_step = expected.at("s0"), .decrease = expected.at("c")};
    const auto& first = expected.at("first10");
    for (std::size_t t = 0; t < first.at("s").size(); ++t) {
      const double value = first.at("f")[t], norm = first.at("norm")[t], step = first.at("s")[t];
      EXPECT_NEAR(f.value(), value, 1e-10 * value);
      const double found = f.gradient_norm();
      EXPECT_NEAR(found, norm, 1e-10 * norm);
      f.aim();
      const Accepted accepted = backtrack(f, found, options);
      EXPECT_NEAR(accepted.step, step, 1e-10 * step);
      EXPECT_EQ(accepted.halvings, first.at("nback")[t].get<Index>());
      f.move(accepted.step, accepted.value);
      const std::string at = std::to_string(t + 1);
      if (expected.at("steps").contains(at)) {
        const Matrix g = matrix(expected.at("steps").at(at).at("G"));
        EXPECT_LT((f.factor() - g).norm(), 1e-10 * g.norm()) << "after " << at << " steps";
      }
    }
    ++checked;
  }
  EXPECT_GE(checked, 1);
}

}  // namespace mahala::test::pair_regression_test
