// MLKR, NCMML and DMLMJ beside their definitions.

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/learn/closed_form/discriminant.hpp"
#include "mahala/learn/closed_form/dmlmj.hpp"
#include "mahala/learn/neighbours/mlkr.hpp"
#include "mahala/learn/neighbours/ncmml.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/slopes.hpp"

namespace mahala::test::soft_learners_test {
namespace {

TEST(Mlkr, IsItsDefinitionAndHasTheGradientItSays) {
  const Dataset data = blobs(60, 5);
  Rng rng(3);
  const Vector y = random_normal(60, 1, rng);
  const Matrix g = 0.3 * random_normal(5, 2, rng);
  const Matrix z = data.x.project(g);
  double expected = 0;
  for (Index i = 0; i < 60; ++i) {
    double sum = 0, all = 0;
    for (Index j = 0; j < 60; ++j) {
      if (j == i) continue;
      const double e = std::exp(-(z.col(i) - z.col(j)).squaredNorm());
      sum += e * y[j];
      all += e;
    }
    expected += std::pow(sum / all - y[i], 2) / 60;
  }
  Matrix zl;
  SoftNeighbours neighbours;
  EXPECT_NEAR(mlkr_objective(y, z, zl, neighbours), expected, 1e-12);
  const auto loss = [&](const Matrix& at, Matrix& slope) {
    return mlkr_objective(y, at, slope, neighbours);
  };
  const auto f = [&](const Matrix& at, Matrix& slope) {
    return factor_slope(data.x, loss, {}, at, slope);
  };
  EXPECT_LT(slope_error(f, g, 1e-6), 1e-6);
}

TEST(Mlkr, FindsTheFeatureThatDecides) {
  Rng rng(5);
  const Matrix x = random_normal(5, 200, rng);
  std::vector<std::string> names;
  for (Index i = 0; i < 200; ++i) names.push_back(std::to_string(std::sin(2 * x(3, i))));
  const Dataset data{.x = Samples(x), .labels = Labels::from_names(names)};
  const Fit fit = mlkr(data, {.from = {.rank = 1}});
  EXPECT_LT(fit.objective, 0.05);
  EXPECT_GT(std::abs(fit.model.left(3)), 5 * fit.model.left.topRows(3).norm());
}

TEST(Mlkr, KeepsTheStartWhereLabelsDoNotVary) {
  Dataset data = blobs(20, 4);
  data.labels = Labels::from_names(std::vector<std::string>(20, "3.5"));
  EXPECT_EQ(mlkr(data).model.left, mlkr_prior(data, {}, {}).left);
}

class Ncmml : public testing::Test {
 protected:
  const Dataset data = blobs(60, 5);
  const Classes classes = classes_of(data);
  const Matrix means = class_means(data.x, classes.of, classes.count()).means;
};

TEST_F(Ncmml, IsItsDefinitionAndHasTheGradientItSays) {
  Rng rng(2);
  const Matrix g = 0.4 * random_normal(5, 3, rng);
  double expected = 0;
  for (Index i = 0; i < 60; ++i) {
    const Vector d =
        (g.transpose() * (means.colwise() - data.x.column(i))).colwise().squaredNorm() / 2;
    expected += (d[classes[i]] + std::log((-d.array()).exp().sum())) / 60;
  }
  Matrix gradient;
  EXPECT_NEAR(ncmml_objective(data.x, classes, means, g, gradient), expected, 1e-12);
  const auto f = [&](const Matrix& at, Matrix& slope) {
    return ncmml_objective(data.x, classes, means, at, slope);
  };
  EXPECT_LT(slope_error(f, g, 1e-6), 1e-6);
}

TEST_F(Ncmml, FindsTheCoordinatesInWhichMeansDiffer) {
  const Fit fit = ncmml(data, {.from = {.rank = 2}, .near = {.lambda = 0}});
  EXPECT_LT(fit.objective, 0.1);
  EXPECT_GT(fit.model.left.topRows(2).norm(), 2 * fit.model.left.bottomRows(3).norm());
}

TEST(Dmlmj, DirectionsSolveTheEigenproblemInTheOrderOfTheirDivergence) {
  const Dataset data = blobs(120, 4);
  const Fit all = dmlmj(data, {.rank = 4, .shrinkage = 0}),
            one = dmlmj(data, {.rank = 1, .shrinkage = 0});
  EXPECT_EQ(all.model.left.leftCols(1), one.model.left);
  EXPECT_EQ(all.objective, 0);
  EXPECT_GT(one.objective, 0);
  // Classes differ in the first two coordinates: the first direction lies there.
  EXPECT_GT(one.model.left.topRows(2).norm(), 3 * one.model.left.bottomRows(2).norm());
}

}  // namespace
}  // namespace mahala::test::soft_learners_test
