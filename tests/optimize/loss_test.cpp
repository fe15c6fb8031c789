// Every loss against differences of itself, and every fast path of a regression against the
// definition of its objective.

#include "mahala/optimize/loss.hpp"

#include <gtest/gtest.h>

#include "mahala/geometry/psd_flat.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/learn/riemannian/kernel_psd.hpp"
#include "mahala/learn/riemannian/psd_flat.hpp"
#include "mahala/learn/riemannian/spd.hpp"
#include "mahala/optimize/descent/solve.hpp"
#include "mahala/optimize/online/lazy_stepper.hpp"
#include "mahala/optimize/online/manifold_stepper.hpp"
#include "mahala/optimize/regression/fused_gradient.hpp"
#include "mahala/optimize/regression/matrix_problem.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"
#include "mahala/optimize/regression/pair_regression.hpp"
#include "mahala/optimize/regression/polar_pair_regression.hpp"
#include "tests/support/random_pairs.hpp"

namespace mahala::test::loss_test {
namespace {

const std::vector<Loss> losses{SquaredLoss{}, HuberLoss{0.7}, LogisticLoss{0.7}};

std::string name_of(const Loss& loss) {
  const std::vector<std::string> names{"squared", "huber", "logistic"};
  return names[loss.index()];
}

double phi(const Loss& loss, double e) { return weighted_loss(loss, Relation::equal, e, 1); }

TEST(Losses, SlopesAndBendsAreDerivatives) {
  const double t = 1e-5;
  for (const Loss& loss : losses) {
    for (const double e : {-30.0, -2.0, -0.5, -1e-3, 0.0, 1e-4, 0.3, 0.69, 0.71, 1.5, 400.0}) {
      const double slope = (phi(loss, e + t) - phi(loss, e - t)) / (2 * t);
      EXPECT_NEAR(loss_slope(loss, Relation::equal, e), slope, 1e-6 * (1 + std::abs(slope)));
      const double bend =
          (loss_slope(loss, Relation::equal, e + t) - loss_slope(loss, Relation::equal, e - t)) /
          (2 * t);
      const double found = std::visit([&](const auto& each) { return each.bend(e); }, loss);
      EXPECT_NEAR(found, bend, 1e-6) << name_of(loss) << " at " << e;
      EXPECT_LE(found, 1);
    }
  }
}

TEST(Losses, AreEvenVanishAtZeroAndAreParabolasNearIt) {
  for (const Loss& loss : losses) {
    EXPECT_EQ(phi(loss, 0), 0);
    EXPECT_EQ(phi(loss, -1.3), phi(loss, 1.3));
    for (const double e : {1e-8, 1e-5, 1e-3}) {
      EXPECT_NEAR(phi(loss, e), e * e / 2, 1e-5 * e * e) << name_of(loss) << " at " << e;
    }
  }
}

TEST(Losses, OfRobustKindsGrowLinearly) {
  for (const Loss& loss : {losses[1], losses[2]}) {
    EXPECT_NEAR(phi(loss, 2000) - phi(loss, 1000), 0.7 * 1000, 1e-9);
    EXPECT_TRUE(std::isfinite(phi(loss, 1e200)));
  }
}

TEST(Losses, BehindAGateCountOnOneSide) {
  for (const Loss& loss : losses) {
    EXPECT_EQ(weighted_loss(loss, Relation::at_most, -3, 2), 0);
    EXPECT_EQ(weighted_loss(loss, Relation::at_least, 3, 2), 0);
    EXPECT_EQ(weighted_loss(loss, Relation::at_most, 3, 2), 2 * phi(loss, 3));
    EXPECT_EQ(loss_slope(loss, Relation::at_least, 3), 0);
    EXPECT_TRUE(std::isinf(weighted_loss(loss, Relation::at_most, -INFINITY, 1)));
  }
}

TEST(Losses, AbsoluteIsTheHingeBehindAGate) {
  const AbsoluteLoss loss;
  EXPECT_EQ(loss.twice(3, gated(Relation::at_most, 0.5)) / 2, 1.5);
  EXPECT_EQ(loss.slope(gated(Relation::at_most, 0.5)), 1);
  EXPECT_EQ(loss.slope(gated(Relation::at_most, -0.5)), 0);
}

TEST(Losses, WidthIsATenthOfTheMedianValue) {
  const Pairs pairs{{.value = 0}, {.value = 1}, {.value = 3}, {.value = 50}};
  EXPECT_DOUBLE_EQ(typical_width(pairs), 0.3);
  EXPECT_EQ(typical_width({}), 1);
  const Loss made = make_loss({.loss = LossKind::huber}, pairs);
  EXPECT_DOUBLE_EQ(std::get<HuberLoss>(made).width, 0.3);
  EXPECT_EQ(std::get<LogisticLoss>(make_loss({LossKind::logistic, 2}, pairs)).width, 2);
}

class RegressionWith : public testing::TestWithParam<std::size_t> {
 protected:
  Loss loss = losses[GetParam()];
  Rng rng{5};
  Matrix dense = random_normal(6, 30, rng);
  Samples x{dense};
  Pairs pairs = random_pairs(30, 90, rng);
  Matrix g = random_normal(6, 3, rng) / 2;

  /// The objective by its definition.
  double cost(const Matrix& factor) const { return cost(dense, pairs, factor); }
  double cost(const Matrix& samples, const Pairs& of, const Matrix& factor) const {
    double sum = 0;
    for (const Pair& pair : of) {
      Vector d = samples.col(pair.i);
      if (pair.j != origin) d -= samples.col(pair.j);
      const double yhat = (factor.transpose() * d).squaredNorm();
      sum += weighted_loss(loss, pair.relation, yhat - pair.value, pair.weight);
    }
    return sum / static_cast<double>(of.size());
  }
  double slope_along(const Matrix& u) const {
    const double t = 1e-5;
    return (cost(g + t * u) - cost(g - t * u)) / (2 * t);
  }
};

TEST_P(RegressionWith, GradientsAreDerivativesOfTheObjective) {
  const Matrix u = random_normal(6, 3, rng);
  const double slope = slope_along(u);
  PairRegression flat(x, pairs, g, Preconditioning::none, loss);
  EXPECT_NEAR(flat.value(), cost(g), 1e-12 * cost(g));
  flat.gradient_norm();
  EXPECT_NEAR(flat.gradient().cwiseProduct(u).sum(), slope, 1e-5 * std::abs(slope));

  const PairProblem problem(x, pairs, loss);
  std::vector<Index> all(pairs.size());
  std::iota(all.begin(), all.end(), Index{0});
  EXPECT_NEAR(problem.cost(g), cost(g), 1e-12 * cost(g));
  EXPECT_NEAR(problem.cost(g, all), cost(g), 1e-12 * cost(g));
  EXPECT_LE((2 * problem.slope(g, g, all) - flat.gradient()).norm(),
            1e-11 * flat.gradient().norm());
}

TEST_P(RegressionWith, MatrixObservationsAgreeWithPairs) {
  std::vector<MatrixObservation> observations;
  for (const Pair& pair : pairs) {
    Vector d = dense.col(pair.i);
    if (pair.j != origin) d -= dense.col(pair.j);
    observations.push_back({d * d.transpose(), pair.relation, pair.value, pair.weight});
  }
  const MatrixProblem matrices(observations, loss);
  const PairProblem problem(x, pairs, loss);
  EXPECT_NEAR(matrices.cost(g), problem.cost(g), 1e-11 * problem.cost(g));
  EXPECT_LE((matrices.slope(g, g) - problem.slope(g)).norm(), 1e-11 * problem.slope(g).norm());
}

TEST_P(RegressionWith, OnePassOverTheSamplesGivesValueAndSlope) {
  Pairs single = pairs;
  for (Pair& pair : single) pair.j = origin;
  FusedGradient fused(x, single, loss);
  Matrix slope;
  EXPECT_NEAR(fused.evaluate(g, slope), cost(dense, single, g), 1e-11);
  const PairGraph graph(single, x.size(), loss);
  const PairProblem problem(x, single, loss);
  const Matrix same = g;
  EXPECT_LE((slope - problem.slope(g, same)).norm(), 1e-11 * slope.norm());
}

TEST_P(RegressionWith, TrialsAndCurvesFollowTheRay) {
  PairRegression f(x, pairs, g, Preconditioning::none, loss);
  f.gradient_norm();
  const Matrix h = f.gradient() / f.gradient().norm();
  f.aim(h);
  const std::vector<double> steps{0, 0.05, 0.3};
  std::vector<double> values(steps.size());
  f.trials(steps, values);
  PairGraph graph(pairs, x.size(), loss);
  Matrix z, q;
  graph.shape(3, z);
  graph.shape(3, q);
  z.topLeftCorner(3, x.size()) = x.project(g);
  q.topLeftCorner(3, x.size()) = x.project(h);
  PairGraph::Ray ray;
  graph.rays(z, q, ray);
  for (std::size_t t = 0; t < steps.size(); ++t) {
    const double s = steps[t], step = 1e-6, expected = cost(g - s * h);
    EXPECT_NEAR(values[t], expected, 1e-11 * expected);
    const RayCurve at = graph.curve(ray, s);
    const double before = cost(g - (s - step) * h), after = cost(g - (s + step) * h);
    EXPECT_NEAR(at.value, expected, 1e-11 * expected);
    EXPECT_NEAR(at.slope, (after - before) / (2 * step), 1e-6 * (1 + std::abs(at.slope)));
    const double bend =
        (graph.curve(ray, s + step).slope - graph.curve(ray, s - step).slope) / (2 * step);
    EXPECT_NEAR(at.bend, bend, 1e-4 * (1 + std::abs(bend)));
  }
}

TEST_P(RegressionWith, HessianIsTheDerivativeOfTheGradient) {
  const Matrix u = random_normal(6, 3, rng);
  const double t = 1e-6;
  PairRegression f(x, pairs, g, Preconditioning::none, loss);
  PairRegression before(x, pairs, g - t * u, Preconditioning::none, loss);
  PairRegression after(x, pairs, g + t * u, Preconditioning::none, loss);
  before.gradient_norm();
  after.gradient_norm();
  Matrix curved;
  f.gradient_norm();
  f.curvature(u, false, curved);
  const Matrix expected = (after.gradient() - before.gradient()) / (2 * t);
  EXPECT_LE((curved - expected).norm(), 1e-5 * expected.norm());
}

TEST_P(RegressionWith, TheBestStepIsAMinimumAlongTheRay) {
  PairRegression f(x, pairs, g, Preconditioning::none, loss);
  const double norm = f.gradient_norm();
  const Matrix h = f.gradient();
  f.aim(h);
  const StepTrial best = f.best_step(0.1 / norm, -norm * norm);
  ASSERT_GT(best.step, 0);
  const double t = 1e-3 * best.step;
  EXPECT_LE(best.value, cost(g - (best.step - t) * h) + 1e-9);
  EXPECT_LE(best.value, cost(g - (best.step + t) * h) + 1e-9);
}

TEST_P(RegressionWith, EverySolverReachesAStationaryPoint) {
  const SolveOptions options{.tolerance = 1e-6, .max_iterations = 3000};
  for (const Method method : {Method::cg, Method::lbfgs, Method::newton, Method::gauss_newton}) {
    for (const auto kind :
         {Preconditioning::none, Preconditioning::scaled, Preconditioning::gauss}) {
      PairRegression f(x, pairs, g, kind, loss);
      const double first = f.gradient_norm();
      const Descent descent = solve(f, method, options);
      EXPECT_EQ(descent.status, Status::converged) << descent.message;
      EXPECT_LT(f.gradient_norm(), 1e-4 * first)
          << name_of(loss) << ' ' << static_cast<int>(method) << ' ' << static_cast<int>(kind);
      EXPECT_NEAR(descent.objective, cost(f.factor()), 1e-9 * cost(g));
    }
  }
}

TEST_P(RegressionWith, ThePolarGeometryDescendsAsWell) {
  const FrameAndCore start = polar_from_factor(g);
  PolarPairRegression f(x, pairs, start, PsdPolar(6, 3, {}), Preconditioning::gauss, loss);
  EXPECT_NEAR(f.value(), cost(g), 1e-11 * cost(g));
  const double first = f.gradient_norm();
  const Descent descent = solve(f, Method::cg, {.tolerance = 1e-6, .max_iterations = 3000});
  EXPECT_NEAR(descent.objective, cost(f.factor()), 1e-9 * cost(g));
  EXPECT_LT(f.gradient_norm(), 1e-2 * first);
}

TEST_P(RegressionWith, LazyStepsEqualDenseOnes) {
  const SparseMatrix sparse = dense.cwiseMax(0.5).sparseView(0.51, 1);
  const Samples stored(sparse);
  const PairProblem problem(stored, pairs, loss);
  LazyFlat lazy(sparse, pairs, g, loss);
  ManifoldStepper plain(PsdFlat(6, 3), problem, g);
  const PsdPolar manifold(6, 3, {});
  LazyPolar<PsdPolar> lazy_polar(sparse, pairs, polar_from_factor(g), manifold, loss);
  ManifoldStepper plain_polar(manifold, problem, polar_from_factor(g));
  for (Index t = 0; t < 60; ++t) {
    const std::vector<Index> which{t % 90, (7 * t + 3) % 90};
    EXPECT_NEAR(lazy.cost(which), plain.cost(which), 1e-10 * (1 + plain.cost(which)));
    lazy.step(which, 0.01, 0);
    plain.step(which, 0.01, 0);
    lazy_polar.step(which, 0.01, 0);
    plain_polar.step(which, 0.01, 0);
  }
  EXPECT_LE((lazy.factor() - plain.factor()).norm(), 1e-9 * plain.factor().norm());
  EXPECT_NEAR(lazy_polar.cost(std::vector<Index>{1, 2, 3}),
              plain_polar.cost(std::vector<Index>{1, 2, 3}), 1e-9);
}

INSTANTIATE_TEST_SUITE_P(EveryLoss, RegressionWith, testing::Range<std::size_t>(0, 3),
                         [](const auto& test) { return name_of(losses[test.param]); });

/// Distances of a hidden metric, some of them wrong by far.
TEST(RobustLosses, AreNotLedAstrayByAFewWrongDistances) {
  Rng rng(3);
  const Matrix x = random_normal(5, 60, rng), truth = random_normal(5, 2, rng);
  Pairs pairs = random_pairs(60, 600, rng);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    Pair& pair = pairs[k];
    Vector d = x.col(pair.i);
    if (pair.j != origin) d -= x.col(pair.j);
    pair.relation = Relation::equal;
    pair.weight = 1;
    pair.value = (truth.transpose() * d).squaredNorm() * (k % 20 == 0 ? 30 : 1);
  }
  const Dataset data{.x = Samples(x)};
  const auto error = [&](LossKind loss, const std::string& solver) {
    PsdFlatOptions options;
    options.from.rank = 2;
    options.solver.loss.loss = loss;
    options.solver.solver = *named<Solver>(solver);
    const Matrix g = psd_flat(data, pairs, options).model.left;
    return (g * g.transpose() - truth * truth.transpose()).norm() /
           (truth * truth.transpose()).norm();
  };
  const double squared = error(LossKind::squared, "cg");
  for (const LossKind loss : {LossKind::huber, LossKind::logistic}) {
    EXPECT_LT(error(loss, "cg"), 0.05) << name(loss);
    EXPECT_LT(error(loss, "newton"), 0.05) << name(loss);
    EXPECT_LT(error(loss, "lbfgs"), 0.05) << name(loss);
  }
  EXPECT_GT(squared, 0.5);
}

TEST(RobustLosses, ServeEveryLearnerOfDistances) {
  Rng rng(4);
  const Dataset data{.x = Samples(random_normal(4, 30, rng))};
  const Pairs pairs = random_pairs(30, 100, rng);
  for (const LossKind loss : {LossKind::huber, LossKind::logistic}) {
    SolverOptions solver;
    solver.loss.loss = loss;
    for (const Fit& fit :
         {spd_affine(data, pairs, {.solver = solver}), spd_log(data, pairs, {.solver = solver}),
          spd_flat(data, pairs, {.solver = solver}),
          kernel_psd(data, pairs, {.rank = 3, .solver = solver})}) {
      EXPECT_TRUE(fit.model.left.allFinite()) << name(loss);
      EXPECT_LE(fit.objective, fit.trace.front().objective) << name(loss);
    }
  }
}

}  // namespace
}  // namespace mahala::test::loss_test
