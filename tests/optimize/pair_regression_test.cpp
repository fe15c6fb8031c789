#include "mahala/optimize/pair_regression.hpp"

#include <gtest/gtest.h>

#include "tests/support/golden.hpp"
#include "tests/support/random_pairs.hpp"

namespace mahala::test {

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

/// One flat case of golden/geometry/batch.json as pairs: x x^T is the pair of x and the origin.
struct GoldenCase {
  Samples x;
  Pairs pairs;
  Matrix start;
};

GoldenCase golden_case(const nlohmann::json& all, const std::string& name) {
  const bool inequalities = name.ends_with("_ineq");
  const auto& data = all.at("data").at(name.substr(0, name.find('_')));
  const Index n = data.at("n"), d = data.at("d");
  Matrix x = Matrix::Identity(d, d);
  if (data.contains("P")) x = matrix(data.at("P")).transpose();
  if (data.contains("x")) {
    x = Matrix::Zero(d, n + 1);
    x.leftCols(n) = matrix(data.at("x")).transpose();
  }
  GoldenCase result{Samples(x), {}, matrix(all.at("init").at("G0"))};
  for (Index k = 0; k < n; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const int rho = inequalities ? data.at("rho_ineq")[at].get<int>() : 0;
    const bool indexed = data.contains("I");
    result.pairs.push_back({.i = indexed ? data.at("I")[at].get<Index>() : k,
                            .j = indexed ? data.at("J")[at].get<Index>() : n,
                            .relation = rho == 0  ? Relation::equal
                                        : rho > 0 ? Relation::at_most
                                                  : Relation::at_least,
                            .value = data.at("y")[at]});
  }
  return result;
}

TEST(PairRegression, ReproducesTheGoldenDescents) {
  const auto data = golden("geometry/data.json");
  const auto batch = golden("geometry/batch.json");
  int checked = 0;
  for (const auto& expected : batch.at("cases")) {
    const std::string model = expected.at("data");
    if (expected.at("geometry") != "flat" || model.starts_with("full")) continue;
    SCOPED_TRACE(expected.at("name").get<std::string>());
    const GoldenCase problem = golden_case(data, model);
    PairRegression f(problem.x, problem.pairs, problem.start);
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

}  // namespace mahala::test
