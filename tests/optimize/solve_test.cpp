#include "mahala/optimize/descent/solve.hpp"

#include <gtest/gtest.h>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/geometry/psd_flat.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/geometry/spd_affine.hpp"
#include "mahala/optimize/regression/manifold_objective.hpp"
#include "mahala/optimize/regression/pair_problem.hpp"
#include "mahala/optimize/regression/pair_regression.hpp"
#include "mahala/optimize/regression/polar_pair_regression.hpp"
#include "mahala/optimize/regression/progressive.hpp"
#include "mahala/optimize/regression/spectral_start.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/noisy_outputs.hpp"
#include "tests/support/random_pairs.hpp"

namespace mahala::test::solve_test {

static_assert(CurvedObjective<PairRegression>);
static_assert(SmoothObjective<PolarPairRegression>);
static_assert(SmoothObjective<ManifoldObjective<SpdAffine>>);

constexpr Method every_method[] = {Method::gradient, Method::cg, Method::lbfgs,
                                   Method::gauss_newton, Method::newton};
constexpr const char* method_names[] = {"gradient", "cg", "lbfgs", "gauss_newton", "newton"};
constexpr Preconditioning every_preconditioning[] = {Preconditioning::none, Preconditioning::scaled,
                                                     Preconditioning::gauss};
constexpr const char* preconditioning_names[] = {"none", "scaled", "gauss"};

using Way = std::tuple<Method, Preconditioning>;

class SolvedBy : public testing::TestWithParam<Way> {
 protected:
  Method method = std::get<0>(GetParam());
  Preconditioning preconditioning = std::get<1>(GetParam());
  Rng rng{6};
  Samples x{random_normal(7, 60, rng)};
  Pairs pairs = random_pairs(60, 400, rng);
  Matrix start = random_normal(7, 3, rng);
};

TEST_P(SolvedBy, EndsWhereTheGradientVanishesAndNeverRises) {
  PairRegression f(x, pairs, start, preconditioning);
  const double first = f.gradient_norm();
  const Descent descent = solve(f, method, {.tolerance = 1e-6, .max_iterations = 5000});
  EXPECT_EQ(descent.status, Status::converged) << descent.message;
  EXPECT_LT(descent.gradient_norm, 1e-4 * first);
  for (std::size_t t = 1; t < descent.trace.size(); ++t) {
    EXPECT_LE(descent.trace[t].objective, descent.trace[t - 1].objective * (1 + 1e-12));
  }
  EXPECT_NEAR(plain_cost(pairs, x.project(f.factor())), descent.objective, 1e-10);
}

TEST_P(SolvedBy, DependsOnTheFactorOnlyThroughItsGram) {
  const Matrix q = (Matrix(3, 3) << 0, -1, 0, 0.6, 0, -0.8, 0.8, 0, 0.6).finished();
  PairRegression a(x, pairs, start, preconditioning), b(x, pairs, start * q, preconditioning);
  solve(a, method, {.max_iterations = 4});
  solve(b, method, {.max_iterations = 4});
  const Matrix w = a.factor() * a.factor().transpose();
  EXPECT_LT((b.factor() * b.factor().transpose() - w).norm(), 1e-9 * w.norm());
}

TEST_P(SolvedBy, FindsASystemWithoutNoise) {
  const Matrix g = random_normal(7, 2, rng);
  Pairs exact;
  for (Index k = 0; k < 60; ++k) {
    exact.push_back({.i = k, .j = origin, .value = (g.transpose() * x.column(k)).squaredNorm()});
  }
  PairRegression f(x, exact, spectral_start(x, exact, 2), preconditioning);
  solve(f, method, {.max_iterations = 3000});
  EXPECT_LT((f.factor() * f.factor().transpose() - g * g.transpose()).norm(),
            1e-4 * (g * g.transpose()).norm());
}

TEST_P(SolvedBy, DoesNotMindTheUnitsOfTheSamples) {
  PairRegression plain(x, pairs, start, preconditioning);
  const double least = solve(plain, method, {.max_iterations = 3000}).objective;
  for (const double unit : {1e-8, 1e-4, 1e4, 1e8}) {
    const Samples scaled(Matrix(unit * std::get<Matrix>(x.storage())));
    PairRegression f(scaled, pairs, start, preconditioning);
    EXPECT_NEAR(solve(f, method, {.max_iterations = 3000}).objective, least, 1e-5 * least)
        << "in units of " << unit;
  }
}

INSTANTIATE_TEST_SUITE_P(
    EveryWay, SolvedBy,
    testing::Combine(testing::ValuesIn(every_method), testing::ValuesIn(every_preconditioning)),
    [](const auto& test) {
      return std::string(method_names[static_cast<int>(std::get<0>(test.param))]) + "_" +
             preconditioning_names[static_cast<int>(std::get<1>(test.param))];
    });

class Solve : public testing::Test {
 protected:
  Rng rng{9};
  Samples x{random_normal(5, 50, rng)};
  Pairs pairs = random_pairs(50, 300, rng);
  Matrix start = random_normal(5, 2, rng);
};

TEST_F(Solve, CurvatureIsTheDifferenceOfGradients) {
  PairRegression f(x, pairs, start);
  const Matrix h = random_normal(5, 2, rng);
  Matrix product;
  f.curvature(h, false, product);
  const double t = 1e-6;
  PairRegression ahead(x, pairs, start + t * h), behind(x, pairs, start - t * h);
  ahead.gradient_norm();
  behind.gradient_norm();
  const Matrix difference = (ahead.gradient() - behind.gradient()) / (2 * t);
  EXPECT_LT((product - difference).norm(), 1e-5 * product.norm());
}

TEST_F(Solve, TheGaussNewtonPartHasNoNegativeCurvature) {
  PairRegression f(x, pairs, start);
  for (int k = 0; k < 20; ++k) {
    const Matrix h = random_normal(5, 2, rng);
    Matrix product;
    f.curvature(h, true, product);
    EXPECT_GE(h.cwiseProduct(product).sum(), 0);
  }
}

TEST_F(Solve, TheBestStepIsLevel) {
  PairRegression f(x, pairs, start);
  f.gradient_norm();
  const Matrix h = f.gradient();
  const double slope = -h.squaredNorm();
  f.aim(h);
  const StepTrial best = f.best_step(0, slope);
  ASSERT_GT(best.step, 0);
  f.move(best.step, best.value);
  f.gradient_norm();
  EXPECT_LT(std::abs(f.gradient().cwiseProduct(h).sum()), 1e-3 * -slope);
}

TEST_F(Solve, EveryGeometryReachesTheSameOptimum) {
  const NoisyOutputs noisy(random_normal(5, 2, rng), 300, rng);
  x = noisy.data.x;
  pairs = noisy.outputs;
  PairRegression flat(x, pairs, start, Preconditioning::gauss);
  const double least = solve(flat, Method::newton, {.tolerance = 1e-7}).objective;
  const PsdPolar polar(5, 2, {});
  const FrameAndCore point = polar_from_factor(start);
  const PairProblem problem(x, pairs);
  for (const Method method : {Method::gradient, Method::cg, Method::lbfgs}) {
    const SolveOptions options{.tolerance = 1e-6, .max_iterations = 5000};
    PolarPairRegression fast(x, pairs, point, polar);
    EXPECT_NEAR(solve(fast, method, options).objective, least, 1e-6 * least);
    ManifoldObjective<PsdPolar> plain(polar, problem, point);
    EXPECT_NEAR(solve(plain, method, options).objective, least, 1e-6 * least);
    ManifoldObjective<PsdFlat> quotient(PsdFlat(5, 2), problem, start);
    EXPECT_NEAR(solve(quotient, method, options).objective, least, 1e-6 * least);
  }
}

TEST_F(Solve, PolarPreconditionersAreSymmetricAndPositive) {
  // In the metric of the geometry, at a point whose R is not symmetric.
  const PsdPolar polar(5, 2, {.lambda = 0.3});
  FrameAndCore point = polar_from_factor(start);
  point.r = (Matrix(2, 2) << 1, 0.4, -0.3, 2).finished();
  for (const Preconditioning kind : every_preconditioning) {
    PolarPairRegression f(x, pairs, point, polar, kind);
    f.gradient_norm();
    f.settle();
    for (int k = 0; k < 10; ++k) {
      const FrameAndCore a = polar.random_tangent(point, rng), b = polar.random_tangent(point, rng);
      FrameAndCore pa, pb;
      f.precondition(a, pa);
      f.precondition(b, pb);
      EXPECT_NEAR(f.inner(a, pb), f.inner(pa, b), 1e-10 * std::sqrt(f.inner(pa, pa)));
      EXPECT_GT(f.inner(a, pa), 0);
      EXPECT_LT((point.u.transpose() * pa.u).norm(), 1e-12 * pa.u.norm());
    }
  }
}

TEST_F(Solve, ThePolarGradientIsPreconditionedAsTheFlatOne) {
  // Both directions change W alike: d/ds G G^T along -h. R is not symmetric, and well conditioned.
  FrameAndCore point = polar_from_factor(start);
  point.r = (Matrix(2, 2) << 1, 0.4, -0.3, 2).finished();
  PolarPairRegression polar(x, pairs, point, PsdPolar(5, 2, {}), Preconditioning::gauss);
  polar.gradient_norm();
  polar.settle();
  FrameAndCore turned;
  polar.precondition(polar.gradient(), turned);
  PairRegression flat(x, pairs, polar.factor(), Preconditioning::gauss);
  flat.gradient_norm();
  flat.settle();
  Matrix h;
  flat.precondition(flat.gradient(), h);
  const Matrix of_polar = turned.u * point.r + point.u * point.r * turned.r / 2;
  const Matrix g = polar.factor(), change = h * g.transpose() + g * h.transpose();
  EXPECT_LT((of_polar * g.transpose() + g * of_polar.transpose() - change).norm(),
            1e-3 * change.norm())
      << "but for the damping of R^{-1}";
}

TEST_F(Solve, APolarStartOfNearlyLowerRankIsLeft) {
  const NoisyOutputs noisy(random_normal(5, 2, rng), 300, rng);
  PairRegression flat(noisy.data.x, noisy.outputs, start, Preconditioning::gauss);
  const double least = solve(flat, Method::cg, {}).objective;
  for (const double thin : {1e-3, 1e-10, 1e-160, 1e-300}) {
    FrameAndCore point = polar_from_factor(start);
    point.r = Vector{{1, thin}}.asDiagonal();
    PolarPairRegression f(noisy.data.x, noisy.outputs, point, PsdPolar(5, 2, {}),
                          Preconditioning::gauss);
    PolarPairRegression plain(noisy.data.x, noisy.outputs, point, PsdPolar(5, 2, {}));
    const Descent found = solve(f, Method::cg, {}), expected = solve(plain, Method::cg, {});
    EXPECT_LE(found.objective, std::max(least, expected.objective) * (1 + 1e-6)) << thin;
  }
}

TEST_F(Solve, PolarPreconditioningSavesIterations) {
  const Vector scales{{1, 10, 3, 0.2, 30}};
  const NoisyOutputs noisy(random_normal(5, 2, rng), 400, rng);
  const Samples wide(Matrix(scales.asDiagonal() * std::get<Matrix>(noisy.data.x.storage())));
  const FrameAndCore point = polar_from_factor(scales.cwiseInverse().asDiagonal() * start);
  const auto solved = [&](Preconditioning kind) {
    PolarPairRegression f(wide, noisy.outputs, point, PsdPolar(5, 2, {}), kind);
    return solve(f, Method::cg, {});
  };
  const Descent gauss = solved(Preconditioning::gauss), none = solved(Preconditioning::none);
  EXPECT_LE(gauss.objective, none.objective * (1 + 1e-8));
  EXPECT_LE(gauss.iterations, 60);
  EXPECT_GT(none.iterations, 2 * gauss.iterations);
}

TEST_F(Solve, ScalesOfFeaturesCostFewIterations) {
  // Deviations from 1 to 1e6: the covariance in the preconditioner knows them.
  const Vector scales =
      Vector{{0, 2, 3, 4.5, 6}}.unaryExpr([](double p) { return std::pow(10, p); });
  const Matrix g = random_normal(5, 2, rng);
  const NoisyOutputs noisy(g, 400, rng);
  const Samples wide(Matrix(scales.asDiagonal() * std::get<Matrix>(noisy.data.x.storage())));
  PairRegression plain(noisy.data.x, noisy.outputs, start, Preconditioning::gauss);
  PairRegression f(wide, noisy.outputs, scales.cwiseInverse().asDiagonal() * start,
                   Preconditioning::gauss);
  const double least = solve(plain, Method::cg, {}).objective;
  const Descent descent = solve(f, Method::cg, {});
  EXPECT_NEAR(descent.objective, least, 1e-8 * least);
  EXPECT_LE(descent.iterations, 100);
}

TEST_F(Solve, ResizingFindsTheBestMultiple) {
  PairRegression f(x, pairs, 1e5 * start);
  f.resize();
  const double found = f.value();
  EXPECT_NEAR(plain_cost(pairs, x.project(f.factor())), found, 1e-12 * (1 + found));
  const Matrix g = f.factor();
  for (const double c : {0.5, 0.9, 0.99, 1.01, 1.1, 2.0}) {
    EXPECT_GE(plain_cost(pairs, x.project(c * g)), found * (1 - 1e-6)) << c;
  }
}

TEST_F(Solve, FullRankMetricsReachTheGlobalOptimum) {
  // The problem is convex in W: whatever the geometry, the optimum is one.
  Pairs exact;
  const Matrix w = Matrix::Identity(5, 5) + start * start.transpose();
  for (Index k = 0; k < 50; ++k) {
    exact.push_back({.i = k, .j = origin, .value = x.column(k).dot(w * x.column(k))});
  }
  const PairProblem problem(x, exact);
  ManifoldObjective<SpdAffine> f(SpdAffine(5, AffineRetraction::exp, 0.1), problem,
                                 Matrix::Identity(5, 5));
  solve(f, Method::cg, {.max_iterations = 3000});
  EXPECT_LT((f.point() - w).norm(), 1e-3 * w.norm());
}

TEST_F(Solve, IsTheSameForAnyNumberOfThreads) {
  const int before = threads();
  const auto factor = [&](int count) {
    set_threads(count);
    PairRegression f(x, pairs, start, Preconditioning::gauss);
    solve(f, Method::cg, {.max_iterations = 15});
    return f.factor();
  };
  EXPECT_EQ(factor(1), factor(3));
  set_threads(before);
}

TEST_F(Solve, StopsOnRequestAndWhenItsBudgetIsSpent) {
  PairRegression f(x, pairs, start);
  const mahala::Run two{.monitor = [](const Progress& p) { return p.step < 2; }};
  EXPECT_EQ(solve(f, Method::cg, {}, two).status, Status::stopped);
  const Descent spent = solve(f, Method::cg, {.max_iterations = 1});
  EXPECT_EQ(spent.status, Status::budget_spent);
  EXPECT_EQ(spent.iterations, 1);
}

TEST_F(Solve, SaysWhenTheStartIsNotFinite) {
  PairRegression f(x, pairs, Matrix::Constant(5, 2, 1e200));
  EXPECT_EQ(solve(f, Method::cg, {}).status, Status::diverged);
}

TEST_F(Solve, IllConditionedSystemsTakeFewIterations) {
  // Condition 1,000; steepest descent with halving is at 1e-2 after thousands.
  const Matrix frame = qf(random_normal(20, 5, rng));
  const Matrix g = frame * Vector{{1, 0.42, 0.18, 0.075, 0.0316}}.asDiagonal();
  const Samples many(random_normal(20, 3000, rng));
  Pairs exact;
  const Matrix z = many.project(g);
  for (Index k = 0; k < 3000; ++k) {
    exact.push_back({.i = k, .j = origin, .value = z.col(k).squaredNorm()});
  }
  PairRegression f(many, exact, random_normal(20, 5, rng) / 4, Preconditioning::gauss);
  const Descent descent = solve(f, Method::cg, {});
  EXPECT_LE(descent.iterations, 60);
  const Matrix w = g * g.transpose();
  EXPECT_LT((f.factor() * f.factor().transpose() - w).norm(), 1e-6 * w.norm());
}

TEST_F(Solve, AStartGrownFromFewObservationsIsNearTheOptimumOfAll) {
  const Matrix g = random_normal(10, 3, rng);
  const NoisyOutputs train(g, 20'000, rng);
  bool stopped = false;
  Index solved = 0, most = 0;
  const StageSolver solver = [&](PairRegression& f, const SolveOptions& options,
                                 const mahala::Run& run) {
    ++solved;
    most = std::max(most, options.max_iterations);
    return solve(f, Method::cg, options, run);
  };
  const Matrix grown = grown_start(train.data.x, train.outputs, random_normal(10, 3, rng),
                                   Preconditioning::gauss, SquaredLoss{}, solver, {}, stopped);
  EXPECT_EQ(solved, 2);  // 2,000 and 8,000
  EXPECT_FALSE(stopped);
  EXPECT_LT(train.error(grown), 1.1 * train.error(g));
}

TEST_F(Solve, FewObservationsAreNotCutIntoStages) {
  bool stopped = false;
  const StageSolver never = [](PairRegression&, const SolveOptions&,
                               const mahala::Run&) -> Descent {
    ADD_FAILURE() << "a stage was solved";
    return {};
  };
  EXPECT_EQ(grown_start(x, pairs, start, Preconditioning::gauss, SquaredLoss{}, never, {}, stopped),
            start);
}

TEST_F(Solve, AStageHeedsARequestToStop) {
  const NoisyOutputs train(random_normal(10, 3, rng), 20'000, rng);
  bool stopped = false;
  const StageSolver solver = [](PairRegression& f, const SolveOptions& options,
                                const mahala::Run& run) {
    return solve(f, Method::cg, options, run);
  };
  const mahala::Run never{.monitor = [](const Progress&) { return false; }};
  grown_start(train.data.x, train.outputs, random_normal(10, 3, rng), Preconditioning::gauss,
              SquaredLoss{}, solver, never, stopped);
  EXPECT_TRUE(stopped);
}

TEST_F(Solve, ASpectralStartIsNearTheSystem) {
  const Matrix g = random_normal(10, 3, rng);
  const NoisyOutputs train(g, 20'000, rng);
  const Matrix found = spectral_start(train.data.x, train.outputs, 3);
  const Matrix w = g * g.transpose();
  EXPECT_LT((found * found.transpose() - w).norm(), 0.3 * w.norm());
}

TEST_F(Solve, ASpectralStartNamesThePairThatIsABound) {
  EXPECT_EQ(
      error_message([&] {
        spectral_start(x, {{.i = 0, .j = 1}, {.i = 1, .j = 2, .relation = Relation::at_most}}, 2);
      }),
      "option start: spectral wants every distance itself, but pair 1 has a bound");
}

}  // namespace mahala::test::solve_test
