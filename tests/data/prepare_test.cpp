#include "mahala/data/prepare/prepare.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::prepare_test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

Matrix dense(const Samples& x) { return x.block(0, x.size()); }

Matrix prepared(std::string_view plan, Samples x) {
  fit_prepare(plan, x);
  return dense(x);
}

Matrix prepared(std::string_view plan, const Matrix& x) { return prepared(plan, Samples(x)); }

template <class F>
void expect_error(const F& f, const std::string& message) {
  EXPECT_THAT(f, ThrowsMessage<Error>(HasSubstr(message)));
}

Matrix numbers(Index dim = 5, Index n = 300) {
  Rng rng = make_rng(1);
  Matrix x = random_normal(dim, n, rng);
  x.row(1) = 10 * x.row(1).array() + 100;
  return x;
}

TEST(Prepare, StandardisesToZeroMeanAndUnitDeviation) {
  const Matrix z = prepared("standardise", numbers());
  EXPECT_LT(z.rowwise().mean().cwiseAbs().maxCoeff(), 1e-13);
  const Vector variance = z.rowwise().squaredNorm() / 299;
  EXPECT_TRUE(variance.isApprox(Vector::Ones(5), 1e-12));
}

TEST(Prepare, CentresAndScalesSeparately) {
  const Matrix x = numbers();
  const Matrix centre = x.rowwise().mean();
  EXPECT_TRUE(prepared("centre", x).isApprox(x.colwise() - centre.col(0), 1e-13));
  EXPECT_TRUE(prepared("centre,scale", x).isApprox(prepared("standardise", x), 1e-12));
}

TEST(Prepare, MakesConstantFeaturesZero) {
  for (const double value : {0.0, 0.1, -1e8 - 0.1, 1e300}) {
    Matrix x = numbers(3, 777);
    x.row(2).setConstant(value);
    const Matrix z = prepared("standardise", x);
    EXPECT_LE(z.row(2).cwiseAbs().maxCoeff(), 1e-12 * std::abs(value)) << value;
    EXPECT_TRUE(z.topRows(2).isApprox(prepared("standardise", x.topRows(2)), 1e-13));
  }
}

TEST(Prepare, TakesFeaturesThatDifferInTheLastBitsForConstant) {
  Matrix x = Matrix::Constant(1, 4, 0.3);
  x(0, 2) = 0.1 + 0.2;
  EXPECT_LT(prepared("standardise", x).cwiseAbs().maxCoeff(), 1e-15);
}

TEST(Prepare, KeepsSmallVariationOnALargeOffset) {
  Matrix x(1, 4);
  x << 1.7e9, 1.7e9 + 1e-3, 1.7e9 + 2e-3, 1.7e9 + 3e-3;
  EXPECT_GT(prepared("standardise", x)(0, 3), 1);
}

TEST(Prepare, OfOneSampleGivesZeroAndNoNan) {
  EXPECT_EQ(prepared("standardise", Matrix::Constant(3, 1, 7)), Matrix::Zero(3, 1));
}

TEST(Prepare, NormalisesEverySampleButZero) {
  Matrix x = numbers();
  x.col(4).setZero();
  x.col(5) *= 1e200;
  x.col(6) *= 1e-200;
  Vector norms = prepared("unit", x).colwise().norm();
  EXPECT_EQ(norms[4], 0);
  norms[4] = 1;
  EXPECT_TRUE(norms.isApprox(Vector::Ones(300), 1e-14));
}

TEST(Prepare, ProjectsOnPrincipalAxesByDecreasingVariance) {
  const Matrix x = numbers();
  const Matrix z = prepared("pca:3", x);
  ASSERT_EQ(z.rows(), 3);
  EXPECT_LT(z.rowwise().mean().cwiseAbs().maxCoeff(), 1e-12);
  const Matrix covariance = z * z.transpose() / 299;
  EXPECT_LT(Matrix(covariance - Matrix(covariance.diagonal().asDiagonal())).norm(), 1e-10);
  EXPECT_GT(covariance(0, 0), covariance(1, 1));
  EXPECT_GT(covariance(1, 1), covariance(2, 2));
}

TEST(Prepare, KeepsTheDigitsOfPrincipalComponentsFarFromTheOrigin) {
  Rng rng = make_rng(2);
  const Matrix x = (random_normal(4, 50, rng) * 1024).array().round() / 1024;
  const Matrix far = x.array() + 0x1p27;
  EXPECT_TRUE(prepared("pca:2", far).isApprox(prepared("pca:2", x), 1e-6));
}

TEST(Prepare, FillsMissingCellsWithMeanOrMedian) {
  Matrix x(2, 5);
  x << 1, 2, missing, 9, 4, /**/ missing, missing, 5, 7, 6;
  const Matrix mean = prepared("impute:mean", x), median = prepared("impute:median", x);
  EXPECT_DOUBLE_EQ(mean(0, 2), 4);
  EXPECT_DOUBLE_EQ(mean(1, 0), 6);
  EXPECT_DOUBLE_EQ(median(0, 2), 3);
  EXPECT_DOUBLE_EQ(median(1, 1), 6);
  EXPECT_EQ(median(0, 4), 4);
}

TEST(Prepare, AppliesToOtherSamplesWhatItFitted) {
  const Matrix x = numbers(), other = numbers(5, 20).array() * 3 + 1;
  Samples fitted(x);
  const Prepare prepare = fit_prepare("standardise,pca:2", fitted);
  EXPECT_EQ(prepare.plan(), "standardise,pca:2");
  EXPECT_EQ(prepare.input_dim(), 5);
  EXPECT_FALSE(prepare.fills_missing());
  EXPECT_EQ(dense(apply(prepare, Samples(x))), dense(fitted));
  const auto& [first, second] = std::tie(prepare.steps[0], prepare.steps[1]);
  const Matrix z = (other.colwise() - first.shift).array().colwise() / first.scale.array();
  EXPECT_TRUE(dense(apply(prepare, Samples(other)))
                  .isApprox(second.axes.transpose() * (z.colwise() - second.shift), 1e-12));
}

TEST(Prepare, ImputesOtherSamplesWithTheValuesOfTheFirst) {
  Samples fitted(numbers());
  const Prepare prepare = fit_prepare("impute:median,standardise", fitted);
  EXPECT_TRUE(prepare.fills_missing());
  const Matrix filled = dense(apply(prepare, Samples(Matrix(Matrix::Constant(5, 1, missing)))));
  const auto& [fills, standard] = std::tie(prepare.steps[0], prepare.steps[1]);
  EXPECT_TRUE(filled.isApprox(
      Matrix(((fills.shift - standard.shift).array() / standard.scale.array()).matrix()), 1e-13));
}

TEST(Prepare, OfNothingChangesNothing) {
  const Matrix x = numbers();
  Samples samples(x);
  const Prepare prepare = fit_prepare("none", samples);
  EXPECT_EQ(dense(samples), x);
  EXPECT_EQ(prepare.plan(), "none");
  EXPECT_EQ(prepare.input_dim(), 0);
}

TEST(Prepare, AgreesForAllStoragesAndKeepsTheirPrecision) {
  Rng rng = make_rng(3);
  const Matrix x = coarse_normal(6, 700, rng);
  const std::vector<std::string> names = {"double", "float", "sparse", "double", "float", "float"};
  for (const std::string plan : {"scale", "unit", "scale,unit", "standardise", "centre"}) {
    const Matrix expected = prepared(plan, x);
    auto all = every_storage(x);
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (all[k].is_sparse() && (plan == "standardise" || plan == "centre")) continue;
      const Prepare prepare = fit_prepare(plan, all[k]);
      EXPECT_EQ(all[k].storage_name(), names[k]);
      EXPECT_LT((dense(all[k]) - expected).cwiseAbs().maxCoeff(), 1e-6) << plan << k;
      EXPECT_EQ(dense(apply(prepare, every_storage(x)[k])), dense(all[k]));
    }
  }
}

TEST(Prepare, ProjectsSparseSamplesAsDenseOnes) {
  Rng rng = make_rng(4);
  const Matrix x = coarse_normal(6, 700, rng);
  const Matrix expected = prepared("pca:2", x);
  for (const Samples& samples : every_storage(x)) {
    EXPECT_LT((prepared("pca:2", samples) - expected).cwiseAbs().maxCoeff(), 1e-5);
  }
  Samples sparse(SparseMatrix(x.sparseView()));
  fit_prepare("pca:2,standardise", sparse);
  EXPECT_EQ(sparse.storage_name(), "double");
}

TEST(Prepare, LeavesMappedSamplesAsTheyWere) {
  const Mapped<double> file = mapped<double>(numbers());
  prepared("standardise", Samples(file));
  EXPECT_EQ(Matrix(file.x), numbers());
}

TEST(Prepare, GivesTheSameBitsForAnyNumberOfThreads) {
  const int before = threads();
  set_threads(1);
  const Matrix one = prepared("impute:median,standardise,unit,pca:3", numbers(5, 3000));
  set_threads(2);
  EXPECT_EQ(one, prepared("impute:median,standardise,unit,pca:3", numbers(5, 3000)));
  set_threads(before);
}

TEST(Prepare, RefusesWhatWouldFillSparseSamplesIn) {
  const Samples sparse(SparseMatrix(numbers().sparseView()));
  expect_error([&] { prepared("standardise", sparse); },
               "standardise would fill the sparse samples in; use scale, unit or pca:N");
  expect_error([&] { prepared("centre", sparse); }, "centre would fill the sparse samples in");
  expect_error([&] { prepared("impute:mean", sparse); }, "impute:mean works on dense samples");
}

TEST(Prepare, NamesTheCellThatIsMissingOrInfinite) {
  Samples fitted(numbers());
  const Prepare prepare = fit_prepare("standardise", fitted);
  Matrix x = numbers();
  x(4, 3) = missing;
  expect_error([&] { apply(prepare, Samples(x)); },
               "sample 3, feature 4: missing value, and the model does not impute");
  expect_error([&] { apply({}, Samples(SparseMatrix(x.sparseView()))); },
               "sample 3, feature 4: missing value, and the model does not impute");
  expect_error([&] { prepared("none", x); }, "sample 3, feature 4: missing value");
  x(4, 3) = std::numeric_limits<double>::infinity();
  expect_error([&] { apply(prepare, Samples(x)); }, "sample 3, feature 4: infinite value");
}

TEST(Prepare, RefusesWhatDoesNotFit) {
  expect_error([] { prepared("pca:40", numbers(13, 20)); }, "pca:40: there are 13 features");
  Samples fitted(numbers(13, 20));
  const Prepare prepare = fit_prepare("unit,centre", fitted);
  expect_error([&] { apply(prepare, Samples(numbers(12, 20))); },
               "the model takes 13 features, the data has 12");
  Matrix empty = numbers();
  empty.row(2).setConstant(missing);
  expect_error([&] { prepared("impute:mean", empty); }, "feature 2: every value is missing");
  PrepareStep broken{"standardise", Vector::Zero(5), Vector::Ones(4)};
  expect_error([&] { apply({{broken}}, Samples(numbers())); }, "takes 4 features and is given 5");
}

TEST(Plan, NamesTheStepThatIsMalformed) {
  for (const std::string plan : {"none", "unit", "impute:mean,standardise,pca:3", "scale,unit"}) {
    EXPECT_NO_THROW(check_plan(plan)) << plan;
  }
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"standardiz", "there is no step 'standardiz'; did you mean 'standardise'?"},
      {"", "there is no step ''"},
      {"unit,", "there is no step ''"},
      {"pca:0", "pca:0: the number of axes is not a positive integer"},
      {"pca:3x", "pca:3x: the number"},
      {"pca:", "pca:: the number"},
      {"impute", "there is no step 'impute'"},
      {"centre,impute:mean", "impute:mean must be the first step, before centre"}};
  for (const auto& [plan, message] : wrong) {
    expect_error([&] { check_plan(plan); }, message);
  }
}

}  // namespace
}  // namespace mahala::test::prepare_test
