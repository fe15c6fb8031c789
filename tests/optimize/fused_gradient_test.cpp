// One pass over the samples against the two passes of the graph of pairs.

#include "mahala/optimize/regression/fused_gradient.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"
#include "tests/support/random_pairs.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::fused_gradient_test {
namespace {

/// Every relation and weight; some samples are observed several times, some not at all.
Pairs random_observations(Index samples, Index count, Rng& rng) {
  Pairs pairs = random_pairs(samples + 1, count, rng);  // one sample alone makes no pairs
  for (Pair& pair : pairs) {
    pair = {pair.i % samples, origin, pair.relation, 5 * pair.value, pair.weight};
  }
  return pairs;
}

/// E G by the definition, from dense matrices.
Matrix plain_slope(const Matrix& x, const Pairs& pairs, const Matrix& g) {
  Matrix e = Matrix::Zero(x.rows(), x.rows());
  for (const Pair& pair : pairs) {
    const auto xi = x.col(pair.i);
    e += pair.weight * gated_residual(pair, (g.transpose() * xi).squaredNorm()) * xi *
         xi.transpose();
  }
  return e * g / static_cast<double>(pairs.size());
}

struct Shape {
  Index dim, samples, observations, rank;
};

class FusedGradientOf : public testing::TestWithParam<Shape> {
 protected:
  Shape shape = GetParam();
  Rng rng = make_rng(11);
  Matrix x = coarse_normal(shape.dim, shape.samples, rng);
  Pairs pairs = random_observations(shape.samples, shape.observations, rng);
  Matrix g = random_normal(shape.dim, shape.rank, rng) / std::sqrt(shape.dim);
};

TEST_P(FusedGradientOf, IsValueAndSlopeOfTheProblem) {
  const Samples samples(x);
  FusedGradient fused(samples, pairs);
  Matrix slope;
  const double value = fused.evaluate(g, slope);
  const PairProblem problem(samples, pairs);
  const Matrix same = g;  // another object, so that the problem takes two passes
  const Matrix two_passes = problem.slope(g, same), expected = plain_slope(x, pairs, g);
  EXPECT_NEAR(value, problem.cost(g), 1e-12 * problem.cost(g));
  EXPECT_LE((slope - expected).norm(), 1e-12 * expected.norm());
  EXPECT_LE((slope - two_passes).norm(), 1e-12 * two_passes.norm());
  EXPECT_EQ(problem.slope(g), slope);
}

TEST_P(FusedGradientOf, IsTheSameForAnyNumberOfThreads) {
  const Samples samples(x);
  FusedGradient fused(samples, pairs);
  Matrix one, two;
  set_threads(1);
  const double value_of_one = fused.evaluate(g, one);
  set_threads(2);
  const double value_of_two = fused.evaluate(g, two);
  set_threads(0);
  EXPECT_EQ(value_of_one, value_of_two);
  EXPECT_EQ(one, two);
}

TEST_P(FusedGradientOf, TakesEveryDenseStorageAlike) {
  Matrix expected, slope;
  const Samples doubles(x);
  const double value = FusedGradient(doubles, pairs).evaluate(g, expected);
  for (const Samples& samples : every_storage(x)) {
    if (!FusedGradient::suits(samples, pairs)) continue;
    EXPECT_EQ(FusedGradient(samples, pairs).evaluate(g, slope), value) << samples.storage_name();
    EXPECT_EQ(slope, expected) << samples.storage_name();
  }
}

TEST_P(FusedGradientOf, OfRoundedSamplesIsNear) {
  Rng other = make_rng(12);
  const Samples doubles(random_normal(shape.dim, shape.samples, other));
  const Samples floats(MatrixF(std::get<Matrix>(doubles.storage()).cast<float>()));
  Matrix expected, slope;
  const double value = FusedGradient(doubles, pairs).evaluate(g, expected);
  EXPECT_NEAR(FusedGradient(floats, pairs).evaluate(g, slope), value, 1e-5 * value);
  EXPECT_LE((slope - expected).norm(), 1e-5 * expected.norm());
}

INSTANTIATE_TEST_SUITE_P(Shapes, FusedGradientOf,
                         testing::Values(Shape{10, 50, 80, 3}, Shape{33, 1500, 1000, 10},
                                         Shape{300, 333, 700, 17}, Shape{5, 1, 2, 1}));

TEST(FusedGradient, FollowsAChangeOfRank) {
  Rng rng = make_rng(1);
  const Samples samples(random_normal(6, 40, rng));
  const Pairs pairs = random_observations(40, 30, rng);
  FusedGradient fused(samples, pairs);
  Matrix slope;
  for (const Index rank : {2, 5, 3}) {
    const Matrix g = random_normal(6, rank, rng);
    fused.evaluate(g, slope);
    const Matrix expected = plain_slope(samples.block(0, 40), pairs, g);
    EXPECT_LE((slope - expected).norm(), 1e-12 * expected.norm());
  }
}

TEST(FusedGradient, IsInfiniteWhereAPredictionIs) {
  const Samples samples(Matrix(Matrix::Constant(1, 1, 1e200)));
  FusedGradient fused(samples, {{.i = 0, .j = origin, .relation = Relation::at_least, .value = 1}});
  Matrix slope;
  EXPECT_EQ(fused.evaluate(Matrix::Ones(1, 1), slope), std::numeric_limits<double>::infinity());
}

TEST(FusedGradient, RefusesPairsOfTwoSamplesAndSparseOnes) {
  Rng rng = make_rng(1);
  const Samples dense(random_normal(3, 4, rng)), sparse(SparseMatrix(3, 4));
  const Pairs single = {{.i = 1, .j = origin}}, couple = {{.i = 1, .j = origin}, {.i = 0, .j = 1}};
  EXPECT_FALSE(FusedGradient::suits(dense, couple));
  EXPECT_FALSE(FusedGradient::suits(sparse, single));
  EXPECT_THROW(FusedGradient(dense, couple), Error);
  EXPECT_THROW(FusedGradient(sparse, single), Error);
}

}  // namespace
}  // namespace mahala::test::fused_gradient_test
