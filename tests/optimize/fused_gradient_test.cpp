// One pass over the samples against the two passes of the graph of pairs.

#include "mahala/optimize/regression/fused_gradient.hpp"

#include <gtest/gtest.h>

#include <limits>

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

/// As many float samples as are multiplied as floats, and the same numbers as doubles. What is
/// observed is x^T W x, off by `noise` of it.
class FusedGradientOfManyFloats : public testing::Test {
 protected:
  static constexpr Index dim = 20, rank = 5, samples = 17'000;

  Pairs observed(double noise) {
    Pairs pairs;
    const Matrix z = g.transpose() * x;
    for (Index i = 0; i < samples; ++i) {
      const double off = 1 + noise * random_normal(1, 1, rng)(0, 0);
      pairs.push_back({.i = i, .j = origin, .value = off * z.col(i).squaredNorm()});
    }
    return pairs;
  }

  /// The bound of data/samples/weighted_scatter.hpp for squared losses, where dw = 2 |z| |dz| / m.
  double bound(const Pairs& pairs, const Matrix& at) const {
    constexpr double u = std::numeric_limits<float>::epsilon() / 2;
    const Matrix projected = at.transpose() * x;
    double sum = 0;
    for (const Pair& pair : pairs) {
      const double z = projected.col(pair.i).norm(), length = x.col(pair.i).norm();
      const double dz = (dim + 1) * u * at.norm() * length, w = std::abs(z * z - pair.value);
      sum += length * (w * dz + 2 * z * dz * z + 130 * u * w * z);
    }
    return sum / static_cast<double>(pairs.size());
  }

  Rng rng = make_rng(21);
  MatrixF numbers = random_normal(dim, samples, rng).cast<float>();
  Matrix x = numbers.cast<double>();
  Samples floats{numbers}, doubles{x};
  Matrix g = random_normal(dim, rank, rng) / std::sqrt(dim);
  Matrix slope, expected;
};

TEST_F(FusedGradientOfManyFloats, ErrsByLessThanItsBound) {
  const Pairs pairs = observed(0.1);
  const Matrix start = g + 0.1 * random_normal(dim, rank, rng);
  const double value = FusedGradient(doubles, pairs).evaluate(start, expected);
  EXPECT_NEAR(FusedGradient(floats, pairs).evaluate(start, slope), value, 1e-6 * value);
  EXPECT_NE(slope, expected);  // or floats were not multiplied
  EXPECT_LE((slope - expected).norm(), bound(pairs, start));
  EXPECT_LE((slope - expected).norm(), 1e-6 * expected.norm());
}

TEST_F(FusedGradientOfManyFloats, ErrsByAHundredthOfItselfHoweverNearAMinimum) {
  const Pairs pairs = observed(0);
  const Matrix away = random_normal(dim, rank, rng);
  FusedGradient from_floats(floats, pairs), from_doubles(doubles, pairs);
  for (double distance = 1; distance > 1e-12; distance /= 10) {
    from_floats.evaluate(g + distance * away, slope);
    from_doubles.evaluate(g + distance * away, expected);
    EXPECT_LE((slope - expected).norm(), 0.01 * expected.norm()) << distance;
  }
  EXPECT_EQ(slope, expected);  // made anew
}

TEST_F(FusedGradientOfManyFloats, OfHalvesIsThatOfTheFloatsTheyEqual) {
  const MatrixH halves = numbers.cast<Half>();
  const Samples narrow(mapped<Half>(halves)), wide(MatrixF(halves.cast<float>()));
  for (const double noise : {0.1, 0.0}) {
    const Pairs pairs = observed(noise);
    const double value = FusedGradient(wide, pairs).evaluate(g, expected);
    EXPECT_EQ(FusedGradient(narrow, pairs).evaluate(g, slope), value);
    EXPECT_EQ(slope, expected);
  }
}

TEST_F(FusedGradientOfManyFloats, IsTheSameForAnyNumberOfThreads) {
  FusedGradient fused(floats, observed(0.1));
  set_threads(1);
  const double value = fused.evaluate(g, expected);
  for (const int threads : {2, 3, 4}) {
    set_threads(threads);
    EXPECT_EQ(fused.evaluate(g, slope), value);
    EXPECT_EQ(slope, expected);
  }
  set_threads(0);
}

TEST_F(FusedGradientOfManyFloats, IsThatOfDoublesWhereFloatsOverflowOrVanish) {
  const Pairs pairs = observed(0.1);
  for (const double size : {1e30, 1e-42}) {
    const Matrix start = size * g;
    const double value = FusedGradient(doubles, pairs).evaluate(start, expected);
    EXPECT_EQ(FusedGradient(floats, pairs).evaluate(start, slope), value);
    EXPECT_EQ(slope, expected);
  }
}

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
