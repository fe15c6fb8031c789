// Every shortcut of PairGraph against the sums it stands for.

#include "mahala/optimize/regression/pair_graph.hpp"

#include <gtest/gtest.h>

#include "mahala/core/parallel.hpp"
#include "tests/support/random_pairs.hpp"

namespace mahala::test::pair_graph_test {

struct Shape {
  Index samples, rank, pairs;
};

class PairGraphOf : public testing::TestWithParam<Shape> {
 protected:
  Rng rng{3};
  Shape shape = GetParam();
  Pairs pairs = random_pairs(shape.samples, shape.pairs, rng);
  PairGraph graph{pairs, shape.samples};
  Matrix z = padded(random_normal(shape.rank, shape.samples, rng));
  Matrix q = padded(random_normal(shape.rank, shape.samples, rng));

  static Matrix padded(const Matrix& small) {
    Matrix out = Matrix::Zero(PairGraph::stride(small.rows()), small.cols());
    out.topRows(small.rows()) = small;
    return out;
  }
};

TEST_P(PairGraphOf, CostIsTheMeanGatedSquare) {
  EXPECT_NEAR(graph.cost(z), plain_cost(pairs, z), 1e-12 * (1 + plain_cost(pairs, z)));
}

TEST_P(PairGraphOf, TrialsAlongARayAreCostsOfTheMovedPoint) {
  PairGraph::Ray ray;
  graph.rays(z, q, ray);
  const std::vector<double> steps = {1, 0.5, 0.125, 0, -0.3};
  std::vector<double> costs(steps.size());
  graph.costs(ray, steps, costs);
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const double expected = plain_cost(pairs, z - steps[t] * q);
    EXPECT_NEAR(costs[t], expected, 1e-11 * (1 + expected)) << "step " << steps[t];
  }
}

TEST_P(PairGraphOf, ACurveHasTheDifferencesOfCostsAsItsSlopeAndBend) {
  PairGraph::Ray ray;
  graph.rays(z, q, ray);
  const double s = 0.37, t = 1e-4;
  const auto cost = [&](double step) { return plain_cost(pairs, z - step * q); };
  const RayCurve at = graph.curve(ray, s);
  EXPECT_NEAR(at.value, cost(s), 1e-11 * (1 + at.value));
  EXPECT_NEAR(at.slope, (cost(s + t) - cost(s - t)) / (2 * t), 1e-4 * (1 + std::abs(at.slope)));
  EXPECT_NEAR(at.slope + t * at.bend, graph.curve(ray, s + t).slope, 1e-4 * (1 + at.bend));
}

TEST_P(PairGraphOf, TheQuarticIsTheCostWhileTheSamePairsCount) {
  PairGraph::Ray ray;
  graph.rays(z, q, ray);
  const Quartic quartic = graph.quartic(ray);
  const RayCurve from = curve_at(quartic, 0), at = graph.curve(ray, 0);
  EXPECT_NEAR(from.value, at.value, 1e-12 * (1 + at.value));
  EXPECT_NEAR(from.slope, at.slope, 1e-12 * (1 + std::abs(at.slope)));
  EXPECT_NEAR(from.bend, at.bend, 1e-12 * (1 + std::abs(at.bend)));
  for (Pair& pair : pairs) pair.relation = Relation::equal;
  const PairGraph equalities(pairs, shape.samples);
  EXPECT_FALSE(equalities.one_sided());
  const double far = plain_cost(pairs, z - 1.7 * q);
  EXPECT_NEAR(curve_at(equalities.quartic(ray), 1.7).value, far, 1e-10 * (1 + far));
}

TEST_P(PairGraphOf, LaplacianProductIsTheSumOverPairs) {
  Matrix out, expected = Matrix::Zero(z.rows(), z.cols());
  graph.laplacian(z, out);
  for (const Pair& pair : pairs) {
    const Vector delta = z.col(pair.i) - z.col(pair.j);
    const double w =
        pair.weight * gated_residual(pair, delta.squaredNorm()) / static_cast<double>(pairs.size());
    expected.col(pair.i) += w * delta;
    expected.col(pair.j) -= w * delta;
  }
  EXPECT_LT((out - expected).norm(), 1e-12 * (1 + expected.norm()));
}

TEST_P(PairGraphOf, ResultsDoNotDependOnTheNumberOfThreads) {
  const int before = threads();
  Matrix one, many;
  set_threads(1);
  const double cost = graph.cost(z);
  graph.laplacian(z, one);
  set_threads(4);
  EXPECT_EQ(graph.cost(z), cost);
  graph.laplacian(z, many);
  EXPECT_EQ(one, many);
  set_threads(before);
}

INSTANTIATE_TEST_SUITE_P(Shapes, PairGraphOf,
                         testing::Values(Shape{2, 1, 1}, Shape{5, 3, 40}, Shape{40, 4, 10},
                                         Shape{300, 10, 20000}, Shape{700, 17, 900}),
                         [](const auto& test) {
                           const Shape& s = test.param;
                           return "n" + std::to_string(s.samples) + "r" + std::to_string(s.rank) +
                                  "m" + std::to_string(s.pairs);
                         });

}  // namespace mahala::test::pair_graph_test
