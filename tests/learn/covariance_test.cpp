#include "mahala/learn/closed_form/covariance.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/learn/closed_form/euclidean.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::covariance_test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

Matrix matrix_of(const Dataset& data) { return data.x.block(0, data.size()); }

Matrix metric(const Fit& fit) {
  const Index d = fit.model.dim();
  return fit.model.identity * Matrix::Identity(d, d) + fit.model.left * fit.model.left.transpose();
}

Dataset of(const Matrix& x) { return {.x = Samples(x)}; }

Matrix distances(const Fit& fit, const Dataset& data) {
  const Matrix z = embed_prepared(fit.model, data.x);
  Matrix d(z.cols(), z.cols());
  for (Index i = 0; i < z.cols(); ++i) {
    d.col(i) = (z.colwise() - z.col(i)).colwise().squaredNorm().transpose();
  }
  return d;
}

TEST(Covariance, TimesItsMetricIsTheIdentity) {
  const Dataset data = blobs();
  const Matrix covariance_matrix = scatter(data.x, mean(data.x)) / 119;
  const Fit fit = covariance(data);
  EXPECT_TRUE((metric(fit) * covariance_matrix).isApprox(Matrix::Identity(6, 6), 1e-11));
  EXPECT_NEAR(fit.objective, std::log(Lu(covariance_matrix).determinant()), 1e-10);
  EXPECT_EQ(fit.status, Status::converged);
  EXPECT_EQ(fit.certificate.name, "exact");
}

TEST(Covariance, IsInvariantToInvertibleLinearMaps) {
  Rng rng = make_rng(1);
  const Dataset data = blobs();
  const Matrix map = random_normal(6, 6, rng), x = matrix_of(data);
  const Dataset mapped_data = of((map * x).colwise() + random_normal(6, 1, rng).col(0) * 10);
  EXPECT_TRUE(distances(covariance(mapped_data), mapped_data)
                  .isApprox(distances(covariance(data), data), 1e-9));
}

TEST(Covariance, OfLowRankKeepsTheDirectionsOfLargestVariance) {
  const Dataset data = blobs();
  const Fit fit = covariance(data, {.rank = 2});
  EXPECT_EQ(fit.model.rank(), 2);
  const Matrix z = embed_prepared(fit.model, data.x);
  const Matrix c = z.colwise() - z.rowwise().mean();
  EXPECT_TRUE((c * c.transpose() / 119).isApprox(Matrix::Identity(2, 2), 1e-11));
  const Matrix axes = principal_axes(data.x, 2);
  EXPECT_LT((fit.model.left - axes * (axes.transpose() * fit.model.left)).norm(), 1e-10);
}

TEST(Covariance, IgnoresDirectionsWithoutVariance) {
  Matrix x = matrix_of(blobs());
  x.row(3).setConstant(1e5 + 0.1);
  x.row(4) = x.row(5) * 2;
  const Fit fit = covariance(of(x));
  EXPECT_EQ(fit.model.rank(), 4);
  EXPECT_TRUE(fit.model.left.allFinite());
  EXPECT_EQ(covariance(of(x), {.rank = 6}).model.rank(), 4);
  EXPECT_EQ(covariance(of(x.leftCols(3))).model.rank(), 2);
}

TEST(Covariance, OfEqualSamplesIsTheEuclideanMetric) {
  const std::vector<Matrix> equal = {Matrix::Constant(3, 1, 0.1), Matrix::Constant(3, 777, 0.1),
                                     Matrix::Zero(3, 5)};
  for (const Matrix& x : equal) {
    const Fit fit = covariance(of(x));
    EXPECT_EQ(metric(fit), Matrix::Identity(3, 3));
    EXPECT_THAT(fit.message, HasSubstr("all equal"));
  }
}

TEST(Covariance, IsTheSameForEveryStorage) {
  Rng rng = make_rng(2);
  const Matrix x = coarse_normal(5, 90, rng);
  const Matrix expected = metric(covariance(of(x)));
  for (const Samples& samples : every_storage(x)) {
    EXPECT_TRUE(metric(covariance({.x = samples})).isApprox(expected, 1e-12));
  }
}

TEST(Covariance, RefusesRanksAndDimensionsBeyondItsReach) {
  EXPECT_THAT([] { covariance(blobs(), {.rank = 7}); },
              ThrowsMessage<Error>("option rank: 7 is above the dimension 6"));
  EXPECT_THAT([] { covariance({.x = Samples(SparseMatrix(30061, 3))}); },
              ThrowsMessage<Error>("covariance forms a 30061 x 30061 matrix; reduce the dimension "
                                   "first (option prepare=pca:N)"));
}

TEST(Euclidean, IsTheIdentityWhateverTheData) {
  const Fit fit = euclidean(blobs());
  EXPECT_EQ(metric(fit), Matrix::Identity(6, 6));
  EXPECT_EQ(fit.objective, 0);
  EXPECT_EQ(euclidean({.x = Samples(SparseMatrix(30061, 3))}).model.dim(), 30061);
  EuclideanOptions options;
  EXPECT_TRUE(describe(options).empty());
}

}  // namespace
}  // namespace mahala::test::covariance_test
