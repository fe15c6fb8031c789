// scml and sdml beside their definitions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/learn/convex/scml.hpp"
#include "mahala/learn/convex/scml_bases.hpp"
#include "mahala/learn/convex/sdml.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::sparse_learners_test {
namespace {

using testing::HasSubstr;

Matrix metric_of(const Model& model) { return model.left * model.left.transpose(); }

Pairs pairs_of(const Dataset& data, Index count) {
  Rng rng = make_rng(2);
  return std::get<Pairs>(sample_constraints(Supervision::pairs, data.labels, data.x,
                                            {.count = count, .bounds = BoundRule::percentile},
                                            rng));
}

Matrix pair_covariance(const Dataset& data, const Pairs& pairs, double balance) {
  const Matrix x = data.x.block(0, data.size());
  Matrix s = Matrix::Identity(data.dim(), data.dim());
  for (const Pair& pair : pairs) {
    const Vector d = x.col(pair.i) - x.col(pair.j);
    s += (pair.relation == Relation::at_most ? balance : -balance) * d * d.transpose();
  }
  return s;
}

TEST(Sdml, InvertsThePairCovarianceWithoutAPenalty) {
  const Dataset data = blobs(60, 5);
  const Pairs pairs = pairs_of(data, 50);
  const double balance = 1e-5;
  const Fit fit = sdml(data, pairs, {.balance = balance, .sparsity = 0});
  const Matrix s = pair_covariance(data, pairs, balance);
  EXPECT_LT((metric_of(fit.model) * s - Matrix::Identity(5, 5)).norm(), 1e-8);
  EXPECT_EQ(fit.certificate.name, "duality gap");
  EXPECT_LT(fit.certificate.value, 1e-5);
}

TEST(Sdml, LowersABalanceThatLeavesNoMinimumAndSaysSo) {
  const Dataset data = blobs(60, 5);
  const Pairs pairs = pairs_of(data, 50);
  const Fit lowered = sdml(data, pairs, {.balance = 100});
  EXPECT_THAT(lowered.message, HasSubstr("not positive definite"));
  const Fit usual = sdml(data, pairs);
  EXPECT_EQ(lowered.model.left, usual.model.left);
  EXPECT_THAT(usual.message, testing::Not(HasSubstr("not positive definite")));
}

TEST(Sdml, IsSparserTheHigherThePrice) {
  const Dataset data = blobs(60, 5);
  const Pairs pairs = pairs_of(data, 50);
  const auto zeros = [&](double price) {
    const Matrix m = metric_of(sdml(data, pairs, {.sparsity = price}).model);
    return (m.array().abs() < 1e-12).count();
  };
  EXPECT_EQ(zeros(1e-9), 0);
  EXPECT_EQ(zeros(10), 20);
}

TEST(Sdml, StaysNearAGivenPrior) {
  const Dataset data = blobs(60, 5);
  const Matrix start = Vector::LinSpaced(5, 1, 3).asDiagonal().toDenseMatrix();
  const Fit fit =
      sdml(data, pairs_of(data, 50), {.balance = 1e-9, .sparsity = 0}, {.start = &start});
  EXPECT_LT((metric_of(fit.model) - start * start).norm(), 1e-4);
}

TEST(Sdml, RefusesMeasuredDistances) {
  EXPECT_THROW(sdml(blobs(10, 3), Pairs{{.i = 0, .j = 1, .value = 1}}), Error);
}

TEST(Scml, FindsTheDirectionsThatTellClassesApart) {
  const Dataset data = blobs(120, 6);
  const Fit fit = scml(data, Nothing{}, {.identity = 0});
  EXPECT_EQ(fit.status, Status::converged) << fit.message;
  EXPECT_LE(fit.certificate.value, 1e-3);
  const Matrix w = metric_of(fit.model);
  EXPECT_GT(w.topLeftCorner(2, 2).trace(), 10 * w.bottomRightCorner(4, 4).trace());
}

TEST(Scml, ComposesGivenBases) {
  const Dataset data = blobs(60, 4);
  const Matrix bases = Matrix::Identity(4, 4);
  const Fit fit = scml(data, Nothing{}, {}, {.start = &bases});
  const Matrix w = metric_of(fit.model);
  EXPECT_EQ(w, Matrix(w.diagonal().asDiagonal()));
  EXPECT_THROW(scml(data, Nothing{}, {.basis = ScmlBasis::lda}, {.start = &bases}), Error);
}

TEST(Scml, LearnsFromTripletsWithoutLabels) {
  Dataset data = blobs(60, 4);
  Rng rng = make_rng(1);
  const Constraints triplets =
      sample_constraints(Supervision::triplets, data.labels, data.x, {.count = 200}, rng);
  data.labels = {};
  const Fit fit = scml(data, triplets);
  EXPECT_EQ(fit.status, Status::converged) << fit.message;
  EXPECT_GT(fit.model.left.cols(), 0);
  EXPECT_THROW(scml(data, triplets, {.basis = ScmlBasis::lda}), Error);
}

TEST(Scml, StaysEuclideanWhereNoBasisPays) {
  const Fit fit = scml(blobs(60, 4), Nothing{}, {.beta = 1e9});
  EXPECT_EQ(fit.model.identity, 1);
  EXPECT_THAT(fit.message, HasSubstr("stays Euclidean"));
}

TEST(ScmlBases, AreUnitVectorsAsManyAsAsked) {
  const Dataset data = blobs(90, 6);
  Rng rng = make_rng(1);
  const Matrix bases = local_discriminants(data, classes_of(data), 31, rng);
  EXPECT_EQ(bases.cols(), 31);
  EXPECT_LT((bases.colwise().norm().array() - 1).abs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace mahala::test::sparse_learners_test
