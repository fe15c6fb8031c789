// MCML beside the golden values and finite differences.

#include "mahala/learn/neighbours/mcml.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/evaluate/knn.hpp"
#include "mahala/model/model.hpp"
#include "mahala/optimize/descent/projected_descent.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/labelled.hpp"
#include "tests/support/slopes.hpp"

namespace mahala::test::mcml_test {
namespace {

TEST(McmlGolden, ValuesAndDerivatives) {
  for (const auto& golden : golden_files("logdet", "mcml")) {
    const Dataset data = labelled(golden);
    const Classes classes = classes_of(data);
    const Matrix x = data.x.block(0, data.size());
    for (const char* form : {"kl", "pairs"}) {
      const auto& expected = golden.at("mcml").at(form);
      Matrix xl;
      SoftNeighbours neighbours;
      const double value =
          mcml_objective(classes, *named<McmlWeights>(form),
                         data.x.project(psd_factor(matrix(golden.at("M")))), x, xl, neighbours);
      EXPECT_NEAR(value, expected.at("value").get<double>(), 1e-9 * value) << form;
      const Matrix slope = matrix(expected.at("grad"));
      EXPECT_LT((x * xl.transpose() - slope).norm(), 1e-9 * slope.norm()) << form;
    }
  }
}

TEST(McmlGolden, TheOptimumOfTheConvexProblem) {
  for (const auto& golden : golden_files("logdet", "mcml")) {
    const auto& expected = golden.at("mcml").at("optimum");
    McmlOptions options{.solver = MetricSolver::full};
    options.descent = {.tolerance = 1e-12, .max_iterations = 5000};
    const Fit fit = mcml(labelled(golden), options);
    const double value = expected.at("value").get<double>(),
                 near = expected.at("tol").get<double>();
    EXPECT_NEAR(fit.objective, value, near * value);
    EXPECT_LT((fit.model.left * fit.model.left.transpose() - matrix(expected.at("A"))).norm(),
              1e-3);
  }
}

TEST(Mcml, HasTheGradientItSaysWithSamplesAloneInTheirClass) {
  Dataset data = blobs(40, 5);
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) names.push_back(i == 3 ? "alone" : i % 3 ? "a" : "b");
  data.labels = Labels::from_names(names);
  const Classes classes = classes_of(data);
  for (const McmlWeights weights : {McmlWeights::kl, McmlWeights::pairs}) {
    SoftNeighbours neighbours;
    const auto loss = [&](const Matrix& z, Matrix& zl) {
      return mcml_objective(classes, weights, z, z, zl, neighbours);
    };
    const auto f = [&](const Matrix& g, Matrix& gradient) {
      return factor_slope(data.x, loss, {}, g, gradient);
    };
    Rng rng(5);
    EXPECT_LT(slope_error(f, 0.3 * random_normal(5, 2, rng), 1e-6), 1e-6);
  }
}

TEST(Mcml, IsTheMeanOfItsQueries) {
  Dataset data = blobs(41, 5);
  std::vector<std::string> names;
  for (int i = 0; i < 41; ++i) names.push_back(i == 3 ? "alone" : i % 3 ? "a" : "b");
  data.labels = Labels::from_names(names);
  const Classes classes = classes_of(data);
  Rng rng(5);
  const Matrix z = data.x.project(0.3 * random_normal(5, 2, rng));
  for (const McmlWeights weights : {McmlWeights::kl, McmlWeights::pairs}) {
    SoftNeighbours neighbours;
    Matrix whole, sum = Matrix::Zero(2, 41);
    const double value = mcml_objective(classes, weights, z, z, whole, neighbours);
    double mean = 0;
    std::vector<Index> odd, even;
    for (Index i = 0; i < 41; ++i) (i % 2 == 0 ? even : odd).push_back(i);
    for (const auto& queries : {odd, even}) {
      Matrix part;
      const double share = static_cast<double>(queries.size()) / 41;
      mean += share * mcml_objective(classes, weights, z, queries, part);
      sum += share * part;
    }
    EXPECT_NEAR(mean, value, 1e-6 * std::abs(value));
    EXPECT_LT((sum - whole).norm(), 1e-6 * whole.norm());
  }
}

/// A fifth of the samples in the last round: what they choose differs from what all do by less than
/// a few standard errors.
TEST(Mcml, LearnsByQueriesWhatItLearnsByAll) {
  const Dataset data = blobs(600, 8, 4);
  McmlOptions options;
  const double whole = mcml(data, options).objective;
  options.batch.queries = 120;
  const Fit fit = mcml(data, options, {.seed = 3});
  SoftNeighbours neighbours;
  Matrix zl;
  const Matrix z = data.x.project(fit.model.left);
  const double reached = mcml_objective(classes_of(data), options.weights, z, z, zl, neighbours);
  EXPECT_LT(reached, 1.1 * whole);
}

TEST(Mcml, LearnsTheSameInOtherUnits) {
  Dataset data = blobs(150, 6);
  McmlOptions options;
  const double near = mcml(data, options).objective;
  std::get<Matrix>(data.x.storage()) *= 1e4;
  EXPECT_NEAR(mcml(data, options).objective, near, 0.05 * near);
}

TEST(Mcml, FactorOfFullRankReachesTheConvexOptimum) {
  const Dataset data = blobs(60, 4);
  McmlOptions options{.solver = MetricSolver::full};
  options.descent = {.tolerance = 1e-10, .max_iterations = 5000};
  const double convex = mcml(data, options).objective;
  options.solver = MetricSolver::factored;
  options.near.lambda = 0;
  EXPECT_NEAR(mcml(data, options).objective, convex, 1e-4 * convex);
}

TEST(Mcml, InTheSpaceOfTheLinearKernelIsMcmlOfFeatures) {
  const Dataset data = blobs(40, 4);
  McmlOptions options{.solver = MetricSolver::full};
  options.descent = {.tolerance = 1e-10, .max_iterations = 3000};
  const Fit plain = mcml(data, options);
  // (x^T y)^1 is the linear kernel under another name.
  options.kernel = {.kernel = "polynomial", .gamma = 1, .degree = 1, .offset = 0};
  const Fit kernel = mcml(data, options);
  EXPECT_EQ(kernel.model.domain, Domain::kernel);
  EXPECT_NEAR(kernel.objective, plain.objective, 1e-5 * plain.objective);
  const Dataset others = blobs(15, 4, 3, 9);
  const Samples a(embed(plain.model, others.x)), b(embed(kernel.model, others.x));
  for (Index i = 1; i < others.size(); ++i) {
    EXPECT_NEAR(b.squared_distance(0, i), a.squared_distance(0, i),
                1e-2 * (1e-3 + a.squared_distance(0, i)));
  }
}

TEST(Mcml, InTheSpaceOfAKernelTellsRingsApart) {
  Matrix x(2, 80);
  std::vector<std::string> names;
  for (Index i = 0; i < 80; ++i) {
    const double radius = i % 2 == 0 ? 1 : 2, angle = 0.39 * static_cast<double>(i);
    x.col(i) << radius * std::cos(angle), radius * std::sin(angle);
    names.push_back(i % 2 == 0 ? "inner" : "outer");
  }
  const Dataset data{.x = Samples(x), .labels = Labels::from_names(names)};
  McmlOptions options{.from = {.rank = 2}};
  options.kernel = {.kernel = "gaussian"};
  const Fit fit = mcml(data, options, {.seed = 1});
  const Matrix z = embed(fit.model, data.x);
  const auto classes = data.labels.classes();
  EXPECT_EQ(error_rate(classify_others(Samples(z), classes, 3), classes), 0);
}

}  // namespace
}  // namespace mahala::test::mcml_test
