// NCA beside its definition.

#include "mahala/learn/neighbours/nca.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/learn/neighbours/start_scale.hpp"
#include "mahala/optimize/neighbours/dense_queries.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/slopes.hpp"

namespace mahala::test::nca_test {
namespace {

/// 1 - mean p_i, a pair at a time.
double plain_nca(const Matrix& z, const Classes& classes) {
  double error = 0;
  for (Index i = 0; i < z.cols(); ++i) {
    double own = 0, all = 0;
    Vector d = (z.colwise() - z.col(i)).colwise().squaredNorm();
    d[i] = std::numeric_limits<double>::infinity();
    d.array() -= d.minCoeff();  // which the quotient does not show
    for (Index j = 0; j < z.cols(); ++j) {
      if (j == i) continue;
      const double e = std::exp(-d[j]);
      all += e;
      if (classes[i] == classes[j]) own += e;
    }
    error += 1 - own / all;
  }
  return error / static_cast<double>(z.cols());
}

double nca_slope(const Samples& x, const Classes& classes, const Matrix& g, Matrix& gradient,
                 SoftNeighbours& neighbours) {
  const auto loss = [&](const Matrix& z, Matrix& zl) {
    return nca_objective(classes, z, zl, neighbours);
  };
  return factor_slope(x, loss, {}, g, gradient);
}

/// Maps that leave all choices, and only the nearest ones: both ways of adding up.
class NcaObjective : public testing::TestWithParam<double> {
 protected:
  const Dataset data = blobs(90, 5);
  const Classes classes = classes_of(data);
  Rng rng{3};
  const Matrix g = GetParam() * random_normal(5, 3, rng);
  SoftNeighbours neighbours;
};

TEST_P(NcaObjective, IsItsDefinition) {
  Matrix gradient;
  const double value = nca_slope(data.x, classes, g, gradient, neighbours);
  EXPECT_NEAR(value, plain_nca(data.x.project(g), classes), 1e-12);
}

/// Every third sample, beginning with one.
std::vector<Index> third(Index n, Index first) {
  std::vector<Index> chosen;
  for (Index i = first; i < n; i += 3) chosen.push_back(i);
  return chosen;
}

TEST_P(NcaObjective, IsTheMeanOfItsQueries) {
  Matrix whole, sum = Matrix::Zero(3, 90);
  const Matrix z = data.x.project(g);
  const double value = nca_objective(classes, z, whole, neighbours);
  double mean = 0;
  for (const Index first : {0, 1, 2}) {
    Matrix part;
    mean += nca_objective(classes, z, third(90, first), part) / 3;
    sum += part / 3;
  }
  EXPECT_NEAR(mean, value, 1e-6);
  EXPECT_LT((sum - whole).norm(), 1e-6 * (1 + whole.norm()));
}

TEST_P(NcaObjective, StaysItsDefinitionWhileTheMapMoves) {
  Matrix at = g, gradient, afresh;
  for (int step = 0; step < 20; ++step) {
    const double value = nca_slope(data.x, classes, at, gradient, neighbours);
    EXPECT_NEAR(value, plain_nca(data.x.project(at), classes), 1e-12);
    SoftNeighbours none;
    nca_slope(data.x, classes, at, afresh, none);
    EXPECT_LT((gradient - afresh).norm(), 1e-11 * (1 + afresh.norm()));
    at += (step % 5 == 4 ? 1 : 0.05) * GetParam() * random_normal(5, 3, rng);
  }
}

TEST_P(NcaObjective, HasTheGradientItSays) {
  const auto f = [&](const Matrix& at, Matrix& gradient) {
    return nca_slope(data.x, classes, at, gradient, neighbours);
  };
  EXPECT_LT(slope_error(f, g, 1e-6), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Scales, NcaObjective, testing::Values(0.05, 0.3, 1.0, 2.0));

TEST(Nca, GoesOnFromMapsBeyondTheRangeOfDouble) {
  const Dataset data = blobs(90, 5);
  const Classes classes = classes_of(data);
  SoftNeighbours neighbours;
  Matrix gradient;
  for (const double scale : {1.0, 1e160, 1e300, 1e155, 0.5, 1e-200, 1.0}) {
    const Matrix g = scale * Matrix::Identity(5, 5);
    const double value = nca_slope(data.x, classes, g, gradient, neighbours);
    if (scale > 1e100) continue;  // whatever it is, the next one must be right
    EXPECT_NEAR(value, plain_nca(data.x.project(g), classes), 1e-12);
  }
}

TEST(Nca, FindsTheCoordinatesInWhichClassesDiffer) {
  // Small distances, so that every sample has several neighbours to choose from at the start.
  Dataset data = blobs(150, 8);
  std::get<Matrix>(data.x.storage()) *= 0.2;
  const Fit fit = nca(data, {.near = {.lambda = 0}});
  EXPECT_LT(fit.objective, 0.02);
  EXPECT_LT(fit.model.left.bottomRows(6).norm(), 0.5 * fit.model.left.topRows(2).norm());
}

TEST(Nca, GivesTheStartBackWhereThereIsNothingToCompare) {
  Dataset data = blobs(20, 4);
  data.labels = Labels::from_names(std::vector<std::string>(20, "all"));
  const NcaOptions options;
  const Fit fit = nca(data, options);
  EXPECT_EQ(fit.model.left, nca_prior(data, options, {}).left);
  EXPECT_NE(fit.message.find("one label"), std::string::npos);
}

/// The mean entropy of all choices at Z.
double mean_entropy(const Matrix& z) {
  double total = 0;
  for (Index i = 0; i < z.cols(); ++i) {
    Vector d = (z.colwise() - z.col(i)).colwise().squaredNorm();
    d[i] = std::numeric_limits<double>::infinity();
    const Vector p = (d.minCoeff() - d.array()).exp() / (d.minCoeff() - d.array()).exp().sum();
    total -= (p.array() > 0).select(p.array() * p.array().max(1e-300).log(), 0).sum();
  }
  return total / static_cast<double>(z.cols());
}

TEST(StartScale, LeavesFiveNeighboursToChooseFromWhereTheNearestWasCertain) {
  const Matrix z = blobs(250, 5).x.block(0, 250);
  EXPECT_EQ(start_scale(z, 1), 1);
  for (const double factor : {1e3, 1e100}) {
    const double scale = start_scale(factor * z, 1);
    EXPECT_NEAR(mean_entropy(scale * factor * z), std::log(5.0), 0.01);
  }
}

TEST(StartScale, LeavesWhatHasNoScaleAsItIs) {
  EXPECT_EQ(start_scale(Matrix::Zero(2, 40), 1), 1);
  EXPECT_EQ(start_scale(1e3 * Matrix::Identity(2, 2), 1), 1);
  EXPECT_EQ(start_scale(Matrix::Constant(2, 40, 1e300) * 1e10, 1), 1);
  EXPECT_GT(start_scale(1e3 * Matrix::Identity(3, 3), 1), 0);
}

TEST(Nca, LearnsWhereEveryChoiceOfItsStartIsCertain) {
  const Dataset data = blobs(150, 8);
  Dataset large = data;
  std::get<Matrix>(large.x.storage()) *= 1e4;
  NcaOptions options;
  options.from.rank = 2;
  options.near.lambda = 0;
  const Fit fit = nca(large, options);
  EXPECT_GT(fit.iterations, 5);
  const Matrix start = nca_prior(large, options, {}).left;
  const Fit given = nca(large, options, {.start = &start});
  EXPECT_EQ(given.iterations, 0) << "a start that is given is not scaled";
  EXPECT_LT(fit.objective, given.objective);
}

/// All samples asked in two parts, near each other (products of matrices in single precision) and
/// far apart (lists).
TEST(Nca, IsTheMeanOfItsQueries) {
  const Dataset data = blobs(301, 5);
  const Classes classes = classes_of(data);
  Rng rng(5);
  const Matrix g = random_normal(5, 3, rng);
  std::vector<Index> odd, even;
  for (Index i = 0; i < 301; ++i) (i % 2 == 0 ? even : odd).push_back(i);
  for (const double scale : {0.1, 3.0}) {
    const Matrix z = data.x.project(scale * g);
    SoftNeighbours neighbours;
    Matrix whole, sum = Matrix::Zero(3, 301);
    const double value = nca_objective(classes, z, whole, neighbours);
    double mean = 0;
    for (const auto& queries : {odd, even}) {
      Matrix part;
      const double share = static_cast<double>(queries.size()) / 301;
      mean += share * nca_objective(classes, z, queries, part);
      sum += share * part;
    }
    EXPECT_NEAR(mean, value, 2e-6) << scale;
    EXPECT_LT((sum - whole).norm(), 1e-4 * whole.norm()) << scale;
    const auto none = [](SoftChoice&) { return 0.0; };
    EXPECT_EQ(dense_sum_of_queries(z, odd, none, 20, whole).has_value(), scale < 1);
  }
}

TEST(Nca, LearnsByQueriesWhatItLearnsByAll) {
  const Dataset data = blobs(600, 8, 4);
  NcaOptions options;
  options.from.rank = 2;
  options.near.lambda = 0;
  const double whole = nca(data, options).objective;
  options.batch.queries = 60;
  const Fit fit = nca(data, options, {.seed = 3});
  SoftNeighbours neighbours;
  Matrix zl;
  const double reached =
      nca_objective(classes_of(data), data.x.project(fit.model.left), zl, neighbours);
  EXPECT_LT(reached, whole + 0.02);
  EXPECT_EQ(QueryOptions{}.of(19'999), 0);
  EXPECT_EQ(QueryOptions{}.of(20'000), 2'000);
  EXPECT_EQ(QueryOptions{600}.of(600), 0);
}

TEST(Nca, SaysWhenItsBudgetIsSpent) {
  NcaOptions options;
  options.descent.max_iterations = 2;
  EXPECT_EQ(nca(blobs(), options).status, Status::budget_spent);
}

}  // namespace
}  // namespace mahala::test::nca_test
