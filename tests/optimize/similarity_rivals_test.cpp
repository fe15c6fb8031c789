// What each method that LORETA is compared with promises of itself.

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/optimize/similarity/bilinear_start.hpp"
#include "mahala/optimize/similarity/lego.hpp"
#include "mahala/optimize/similarity/oasis.hpp"
#include "mahala/optimize/similarity/passive_aggressive.hpp"
#include "mahala/optimize/similarity/perceptron.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/random_labelled.hpp"

namespace mahala::test::similarity_rivals_test {

constexpr Index dim = labelled_dim;

namespace {

TEST(LabelPassiveAggressive, RemovesTheLossOfOneViolatorAtOnce) {
  const DenseViews views(dim);
  Rng rng = make_rng(34);
  const auto start = gaussian_start(label_count, dim, 3, rng);
  const Vector x = random_normal(dim, 1, rng).normalized();
  const std::vector<Index> labels{2};
  LabelPassiveAggressive method(start, {.c = 1e6});
  ASSERT_GT(method.update({views(x), labels}), 0);
  // The move along e x^T made room of exactly 1 to the negative it saw; others
  // may be higher now.
  const Vector scores = method.factors().w() * x;
  LabelViolation before;
  before.find(start.w() * x, labels, LabelDirection::paper);
  EXPECT_NEAR(scores[2] - scores[before.negative], 1, 1e-12);
}

TEST(LabelPassiveAggressive, RemovesTheLossOfSeveralViolatorsAndNoMore) {
  const DenseViews views(dim);
  Rng rng = make_rng(35);
  const FixedRankPoint start{Matrix::Zero(label_count, 3), random_normal(dim, 3, rng)};
  const Vector x = random_normal(dim, 1, rng).normalized();
  const std::vector<Index> labels{2, 3, 5};
  for (const auto direction : {LabelDirection::paper, LabelDirection::exact}) {
    LabelPassiveAggressive method(start, {.c = 1e6}, direction);
    EXPECT_DOUBLE_EQ(method.update({views(x), labels}), 3);
    const Vector scores = method.factors().w() * x;
    for (const Index y : labels) EXPECT_NEAR(scores[y] - scores[0], 1, 1e-12);
    EXPECT_EQ(method.factors().b, start.b) << "there was nothing left for it";
  }
}

TEST(LabelPassiveAggressive, MovesFeaturesByWhatTakesTheLossTheyMeet) {
  const DenseViews views(dim);
  Rng rng = make_rng(36);
  // Without features A cannot move; all labels score 0, and B's move alone removes the loss.
  const FixedRankPoint start{random_normal(label_count, 3, rng), Matrix::Zero(dim, 3)};
  const Vector x = random_normal(dim, 1, rng).normalized();
  const std::vector<Index> labels{1, 4};
  LabelPassiveAggressive method(start, {.c = 1e6});
  ASSERT_DOUBLE_EQ(method.update({views(x), labels}), 2);
  const Vector scores = method.factors().w() * x;
  EXPECT_NEAR(scores[1] + scores[4] - 2 * scores[0], 2, 1e-12);
}

TEST(Lego, MovesADistanceToTheRootOfItsQuadratic) {
  const DenseViews views(2);
  const double yhat = 3e5, target = 5e5;
  const Vector x = Vector::Zero(2), z = Vector::Unit(2, 1) * std::sqrt(yhat);
  for (const double eta : {1e-12, 1e-6, 1e-3, 1.0, 1e3, 1e8}) {
    PairLego method(2, eta, {1, target});
    method.update(views(x), views(z), false);
    const long double moved = z.dot(method.matrix() * z);
    const long double square = static_cast<long double>(eta) * yhat * moved * moved;
    const long double linear = (1 - static_cast<long double>(eta) * target * yhat) * moved;
    EXPECT_LT(std::abs(square + linear - yhat), 1e-14L * (square + std::abs(linear) + yhat)) << eta;
  }
}

TEST(Oasis, TakesTheShapeItIsAskedFor) {
  Rng rng = make_rng(37);
  const DenseViews views(dim);
  Oasis symmetric(dim, {.c = 1, .shape = OasisSettings::Shape::symmetric, .every = 1});
  Oasis psd(dim, {.c = 1, .shape = OasisSettings::Shape::psd});
  for (int t = 0; t < 30; ++t) {
    const Matrix x = random_normal(dim, 3, rng);
    symmetric.update({views(x.col(0)), views(x.col(1)), views(x.col(2))});
    psd.update({views(x.col(0)), views(x.col(1)), views(x.col(2))});
  }
  EXPECT_EQ(symmetric.matrix(), symmetric.matrix().transpose());
  EXPECT_GT((psd.matrix() - psd.matrix().transpose()).norm(), 1e-3);
  EXPECT_GT(symmetric_eigen(psd.shaped()).values.minCoeff(), -1e-12);
}

TEST(Lego, StaysPositiveDefinite) {
  Rng rng = make_rng(38);
  const DenseViews views(dim);
  PairLego pairs(dim, 5, {0.1, 10});
  TripletLego triplets(dim, 5);
  for (int t = 0; t < 200; ++t) {
    const Matrix x = random_normal(dim, 3, rng);
    const TripletExample example{views(x.col(0)), views(x.col(1)), views(x.col(2))};
    pairs.update(example);
    triplets.update(example);
  }
  for (const Matrix& m : {pairs.matrix(), triplets.matrix()}) {
    EXPECT_GT(symmetric_eigen(m).values.minCoeff(), 0);
  }
}

TEST(GroupPerceptron, WithExponentTwoIsTheMatrixPerceptron) {
  Rng rng = make_rng(39);
  MatrixPerceptron plain(label_count, dim, 0.1);
  GroupPerceptron groups(label_count, dim, 0.1, LabelDirection::paper, 2);
  const DenseViews views(dim);
  for (const auto& [x, labels] : random_labelled(3000, rng)) {
    EXPECT_EQ(plain.update({views(x), labels}), groups.update({views(x), labels}));
  }
  EXPECT_EQ(plain.matrix(), groups.matrix());
  EXPECT_EQ(error_message([] { GroupPerceptron(3, 3, 1, LabelDirection::paper, 1.5); }),
            "exponent 1.5 must be at least 2");
}

}  // namespace
}  // namespace mahala::test::similarity_rivals_test
