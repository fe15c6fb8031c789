// LogDet problems: every form and solver gives the same optimum, which satisfies its conditions.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/core/random.hpp"
#include "mahala/optimize/logdet/logdet_linear.hpp"
#include "mahala/optimize/logdet/logdet_path.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/logdet_golden.hpp"
#include "tests/support/triangular_update.hpp"

namespace mahala::test::logdet_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Points with bounds on random differences, half of them broken at first.
struct RandomProblem {
  Differences differences;
  LogDetBounds bounds;
  Matrix root;  ///< of another prior than the identity

  RandomProblem(Index dim, Index n, Index m, double gamma, std::uint64_t seed = 1) {
    Rng rng(seed);
    differences.points = random_normal(dim, n, rng);
    for (Index k = 0; k < m; ++k) {
      const auto i = static_cast<std::int32_t>(random_index(n, rng));
      auto j = static_cast<std::int32_t>(random_index(n - 1, rng));
      j += j >= i ? 1 : 0;
      differences.ends.push_back({i, j});
      const double p = (differences.points.col(i) - differences.points.col(j)).squaredNorm();
      bounds.push_back({k % 2 == 0 ? Relation::at_most : Relation::at_least,
                        p * (0.5 + random_unit(rng)), gamma});
    }
    const Matrix g = random_normal(dim, dim, rng);
    root = cholesky_factor(g * g.transpose() + Matrix::Identity(dim, dim));
  }
};

LogDetOptions exact(const std::string& solver = "auto") {
  LogDetOptions options{.solver = *named<LogDetSolver>(solver)};
  options.sweeps.tolerance = 1e-13;
  options.sweeps.max_sweeps = 20'000;
  return options;
}

Matrix solved(const RandomProblem& problem, const std::string& solver = "auto") {
  return solve_logdet(problem.differences, {problem.bounds}, exact(solver)).front().a;
}

TEST(LogDet, AllSolversAndFormsReachTheSameOptimum) {
  // More points than dimensions, fewer, fewer bounds than either, and vectors of low rank.
  struct Size {
    Index dim, n, m;
  };
  for (const auto& [dim, n, m] : {Size{5, 30, 60}, Size{40, 12, 30}, Size{40, 30, 10}}) {
    for (const double gamma : {0.5, 20.0}) {
      SCOPED_TRACE(fmt::format("d = {}, n = {}, m = {}, gamma = {}", dim, n, m, gamma));
      const RandomProblem problem(dim, n, m, gamma);
      CoordinateSpace plain(problem.differences);
      sweep(plain, problem.bounds, Slack::logdet, {}, exact().sweeps);
      for (const char* solver : {"auto", "projections", "blocked", "path"}) {
        EXPECT_LT((solved(problem, solver) - plain.matrix()).norm(), 1e-5 * plain.matrix().norm())
            << solver;
      }
    }
  }
}

TEST(LogDet, VectorsOfLowRankAreSolvedInTheirSpan) {
  RandomProblem problem(30, 60, 100, 2);
  problem.differences.points.bottomRows(20).setZero();
  Rng rng(5);
  const Matrix mix = random_normal(30, 30, rng);
  problem.differences.points = mix * problem.differences.points;
  const auto found = solve_logdet(problem.differences, {problem.bounds}, exact()).front();
  EXPECT_EQ(found.how, "projections in 10 x 10");
  CoordinateSpace plain(problem.differences);
  sweep(plain, problem.bounds, Slack::logdet, {}, exact().sweeps);
  EXPECT_LT((found.a - plain.matrix()).norm(), 1e-6 * plain.matrix().norm());
}

TEST(LogDet, KernelFormIsMetricFormForAnyPrior) {
  // Theorem 1 and Corollary 2: K = X^T W X and W = W0 + W0 X S X^T W0.
  for (const std::uint64_t seed : {1, 2, 3, 4}) {
    const RandomProblem problem(4 + 3 * static_cast<Index>(seed), 14, 25, 1, seed);
    const Matrix& x = problem.differences.points;
    for (const bool other_prior : {false, true}) {
      const Matrix root = other_prior ? problem.root : Matrix(Matrix::Identity(x.rows(), x.rows()));
      const Matrix w0 = root * root.transpose();
      CoordinateSpace metric({root.transpose() * x, problem.differences.ends});
      sweep(metric, problem.bounds, Slack::logdet, {}, exact().sweeps);
      const Matrix w = root * metric.matrix() * root.transpose();
      const Matrix k0 = x.transpose() * w0 * x;
      KernelSpace kernel(k0, problem.differences.ends);
      const auto outcome = sweep(kernel, problem.bounds, Slack::logdet, {}, exact().sweeps);
      EXPECT_LT((kernel.matrix() - x.transpose() * w * x).norm(), 1e-6 * k0.norm());
      const Matrix s = induced_middle(k0, problem.differences.ends, outcome.weights);
      EXPECT_LT((w0 + w0 * x * s * x.transpose() * w0 - w).norm(), 1e-6 * w.norm());
    }
  }
}

TEST(LogDet, OptimumSatisfiesItsConditions) {
  for (const Slack slack : {Slack::logdet, Slack::hinge, Slack::quadratic}) {
    const RandomProblem problem(6, 20, 40, 1.5);
    CoordinateSpace space(problem.differences);
    const auto outcome = sweep(space, problem.bounds, slack, {}, exact().sweeps);
    EXPECT_EQ(outcome.status, Status::converged);
    EXPECT_LT(outcome.standing.residual(), 1e-12);
    const Vector p = space.distances();
    for (Index k = 0; k < p.size(); ++k) {
      const LogDetBound& bound = problem.bounds[static_cast<std::size_t>(k)];
      const double lambda = bound.sign() * outcome.weights[k];
      const double excess = bound.sign() * (p[k] - met_bound(bound, slack, outcome.weights[k]));
      EXPECT_GE(lambda, 0);
      if (slack == Slack::hinge && lambda == bound.gamma) {
        EXPECT_GE(excess, -1e-5);
      } else {
        EXPECT_LE(excess, 1e-5 * bound.bound);
        EXPECT_NEAR(lambda * excess, 0, 1e-5);
      }
    }
  }
}

TEST(LogDet, EqualitiesAreMetFromEitherSide) {
  RandomProblem problem(6, 20, 8, infinity);
  for (LogDetBound& bound : problem.bounds) bound.relation = Relation::equal;
  for (std::int32_t k = 0; k < 8; ++k)
    problem.differences.ends[static_cast<std::size_t>(k)] = {2 * k, 2 * k + 1};
  CoordinateSpace space(problem.differences);
  const auto outcome = sweep(space, problem.bounds, Slack::logdet, {}, exact().sweeps);
  const Vector p = space.distances();
  EXPECT_GT(outcome.weights.maxCoeff(), 0);
  EXPECT_LT(outcome.weights.minCoeff(), 0);
  for (Index k = 0; k < p.size(); ++k) {
    EXPECT_NEAR(p[k], problem.bounds[static_cast<std::size_t>(k)].bound, 1e-7);
  }
}

TEST(LogDet, HardBoundsArePolishedWherePassesRunOut) {
  for (const Index dim : {8, 30}) {  // in coordinates, and by the kernel of the points
    RandomProblem problem(dim, 20, 14, infinity);
    for (std::int32_t k = 0; k < 14; ++k) {
      problem.differences.ends[static_cast<std::size_t>(k)] = {k, k + 5};
    }
    LogDetOptions few = exact();
    few.sweeps.max_sweeps = 3;
    few.sweeps.tolerance = 1e-11;
    const auto polished = solve_logdet(problem.differences, {problem.bounds}, few).front();
    EXPECT_EQ(polished.outcome.status, Status::converged) << polished.outcome.message;
    EXPECT_THAT(polished.outcome.message, testing::HasSubstr("Newton steps on the dual"));
    const Matrix slow = solved(problem, "projections");
    EXPECT_LT((polished.a - slow).norm(), 1e-6 * slow.norm());
  }
}

TEST(LogDet, ContradictingHardBoundsDivergeAndSaySo) {
  RandomProblem problem(4, 10, 2, infinity);
  problem.differences.ends[1] = problem.differences.ends[0];
  problem.bounds[0].bound = 1;
  problem.bounds[1].bound = 2;
  CoordinateSpace space(problem.differences);
  const auto outcome = sweep(space, problem.bounds, Slack::logdet, {}, {.max_sweeps = 1'000'000});
  EXPECT_EQ(outcome.status, Status::diverged);
  EXPECT_THAT(outcome.message, testing::HasSubstr("finite gamma"));
  // With slack the same bounds have an answer.
  for (LogDetBound& bound : problem.bounds) bound.gamma = 1;
  EXPECT_EQ(sweep(space, problem.bounds, Slack::logdet, {}, exact().sweeps).status,
            Status::converged);
}

TEST(LogDet, ADifferenceOfNothingIsSkippedAndCounted) {
  RandomProblem problem(4, 10, 12, 1);
  problem.differences.points.col(3) = problem.differences.points.col(2);
  problem.differences.ends[5] = {2, 3};
  CoordinateSpace space(problem.differences);
  const auto outcome = sweep(space, problem.bounds, Slack::logdet, {}, {.max_sweeps = 5});
  EXPECT_EQ(outcome.skipped, 1);
  EXPECT_EQ(outcome.weights[5], 0);
  EXPECT_TRUE(space.matrix().allFinite());
}

TEST(LogDet, WeightsOfALongRunStillGiveItsMatrix) {
  const RandomProblem problem(8, 30, 80, 100);
  CoordinateSpace space(problem.differences);
  Vector weights = Vector::Zero(80);
  Rng rng(2);
  PassTally tally;
  for (int pass = 0; pass < 300; ++pass) {
    space.pass(random_order(80, rng), problem.bounds, Slack::logdet, weights, tally);
  }
  const Matrix drifted = space.matrix();
  const double log_det = space.refresh(weights);
  EXPECT_LT((drifted - space.matrix()).norm(), 1e-9 * drifted.norm());
  EXPECT_NEAR(tally.log_det, log_det, 1e-9 * std::abs(log_det));
}

TEST(LogDet, OneGammaStartsTheNextWithoutChangingIt) {
  const RandomProblem problem(6, 30, 50, 1);
  for (const char* solver : {"projections", "path"}) {
    const auto grid = solve_logdet(problem.differences,
                                   {problem.bounds, Slack::logdet, {0.1, 1, 10}}, exact(solver));
    ASSERT_EQ(grid.size(), 3u);
    LogDetBounds bounds = problem.bounds;
    for (LogDetBound& bound : bounds) bound.gamma = 10;
    const auto alone = solve_logdet(problem.differences, {bounds}, exact()).front();
    EXPECT_LT((grid[2].a - alone.a).norm(), 1e-5 * alone.a.norm()) << solver;
  }
}

TEST(LogDet, FixedOrderNeedsMorePasses) {
  const RandomProblem problem(5, 60, 200, 10);
  const auto passes = [&](const char* order) {
    CoordinateSpace space(problem.differences);
    return sweep(space, problem.bounds, Slack::logdet, {},
                 {.order = *named<SweepOrder>(order), .tolerance = 1e-6, .max_sweeps = 100'000})
        .iterations;
  };
  EXPECT_GT(passes("fixed"), 2 * passes("shuffle"));
}

TEST(LogDet, PathTakesOffsetsAndEqualities) {
  RandomProblem problem(5, 20, 30, 30);
  for (std::size_t k = 0; k < problem.bounds.size(); ++k) {
    if (k % 3 == 0) problem.bounds[k].offset = 0.3 * problem.bounds[k].bound;
    if (k % 5 == 0) problem.bounds[k].relation = Relation::equal;
  }
  CoordinateSpace plain(problem.differences);
  const auto outcome = sweep(plain, problem.bounds, Slack::logdet, {}, exact().sweeps);
  EXPECT_EQ(outcome.status, Status::converged);
  EXPECT_LT((solved(problem, "path") - plain.matrix()).norm(), 1e-5 * plain.matrix().norm());
}

TEST(LogDet, RefusesWhatItCannotSolve) {
  RandomProblem problem(4, 10, 5, 1);
  const auto message = [&](const LogDetProblem& posed, const char* solver) {
    return error_message([&] { solve_logdet(problem.differences, posed, exact(solver)); });
  };
  EXPECT_THAT(message({problem.bounds, Slack::hinge}, "path"), testing::HasSubstr("slack=logdet"));
  problem.bounds[2].gamma = infinity;
  EXPECT_THAT(message({problem.bounds}, "path"), testing::HasSubstr("finite gamma"));
  problem.bounds[2] = {.bound = 0};
  EXPECT_EQ(message({problem.bounds}, "auto"), "bound 2: 0 is not a positive number");
  problem.bounds[2] = {.bound = 1, .gamma = -1};
  EXPECT_EQ(message({problem.bounds}, "auto"), "bound 2: gamma = -1 is not positive");
}

TEST(LinearBounds, StepIsTheRootOfTheQuadraticForDifferencesOfDistances) {
  // b D t^2 - (2 D + b (a - c)) t + (a - c) - b = 0 with a = v^T A v, c = w^T A w.
  const double a = 3, c = 2, h = 0.5, d = a * c - h * h;
  const double root = std::sqrt((a - c) * (a - c) + 4 * d);
  const Vector mu = Eigen::Vector2d((a - c + root) / 2, (a - c - root) / 2);
  for (const double b : {-1.0, -0.2, 0.0, 0.4}) {
    const double t = linear_step(mu, {.bound = b, .gamma = infinity}, Slack::hinge, 10);
    EXPECT_NEAR(b * d * t * t - (2 * d + b * (a - c)) * t + (a - c) - b, 0, 1e-12) << b;
    EXPECT_GT(1 + t * (a - c) - t * t * d, 0);
  }
  EXPECT_EQ(linear_step(mu, {.bound = -5, .gamma = 0.1}, Slack::hinge, 0.04), 0.1 - 0.04);
  EXPECT_EQ(linear_step(mu, {.bound = 5, .gamma = 1}, Slack::hinge, 0.0), 0);
}

TEST(LinearBounds, OneTermIsAnOrdinaryBound) {
  RandomProblem problem(5, 20, 30, 0.7);
  std::vector<LinearTerms> terms;
  for (std::size_t k = 0; k < problem.bounds.size(); ++k) {
    problem.bounds[k].relation = Relation::at_most;
    terms.push_back({{problem.differences.ends[k], 1}});
  }
  for (const Slack slack : {Slack::hinge, Slack::quadratic}) {
    CoordinateSpace plain(problem.differences);
    LinearSpace linear(problem.differences.points, terms);
    const SweepOptions passes{.tolerance = 0, .max_sweeps = 3};
    const auto a = sweep(plain, problem.bounds, slack, {}, passes);
    const auto b = sweep(linear, problem.bounds, slack, {}, passes);
    EXPECT_LT((a.weights - b.weights).norm(), 1e-9 * a.weights.norm());
    EXPECT_LT((plain.matrix() - linear.matrix()).norm(), 1e-9);
  }
}

TEST(LinearBounds, ManyTermsConvergeToAGapOfZero) {
  // K_ij <= b is |(e_i + e_j) / 2|^2 - |(e_i - e_j) / 2|^2; here with a third distance.
  Rng rng(4);
  const Matrix points = random_normal(4, 12, rng);
  std::vector<LinearTerms> terms;
  for (std::int32_t k = 0; k + 3 < 12; ++k) {
    terms.push_back({{{k, k + 1}, 1}, {{k, k + 2}, -0.5}, {{k + 3, -1}, 0.25}});
  }
  const LogDetBounds bounds(terms.size(), {.bound = -0.5, .gamma = 2});
  for (const Slack slack : {Slack::hinge, Slack::quadratic}) {
    LinearSpace space(points, terms);
    const auto outcome = sweep(space, bounds, slack, {}, exact().sweeps);
    EXPECT_LT(outcome.standing.residual(), 1e-10);
    EXPECT_GT(outcome.standing.primal(), 0.01);
    EXPECT_TRUE(cholesky_factor(space.matrix()).allFinite());
  }
}

TEST(TriangularUpdate, MatchesTheReferenceAndItsDefinition) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "chol_update")) {
    const auto& each = all.at("chol_update");
    for (const auto& [beta, expected] : {std::pair{"beta", "BL"}, std::pair{"beta2", "BL2"}}) {
      Matrix b = matrix(each.at("B"));
      const Vector z = vector(each.at("z"));
      const Matrix target =
          b *
          (Matrix::Identity(z.size(), z.size()) + each.at(beta).get<double>() * z * z.transpose()) *
          b.transpose();
      update_triangular(b, z, each.at(beta));
      expect_close(b, matrix(each.at(expected)), 1e-12, expected);
      expect_close(b * b.transpose(), target, 1e-12, "definition");
      ++seen;
    }
  }
  EXPECT_GT(seen, 0);
  Matrix b = Matrix::Identity(2, 2);
  EXPECT_THROW(update_triangular(b, Vector::Ones(2), -0.5), Error);
  EXPECT_THROW(update_triangular(b, Vector::Ones(3), 0.5), Error);
}

TEST(TriangularUpdate, ProjectionsOnTheFactorAreThoseOnTheMatrix) {
  const RandomProblem problem(5, 20, 30, 1);
  CoordinateSpace space(problem.differences);
  const Matrix v = vectors_of(problem.differences);
  Matrix b = Matrix::Identity(5, 5);
  Vector weights = Vector::Zero(30);
  sweep(space, problem.bounds, Slack::logdet, {},
        {.order = SweepOrder::fixed, .tolerance = 0, .max_sweeps = 4});
  for (int pass = 0; pass < 4; ++pass) {
    for (Index k = 0; k < 30; ++k) {
      const Vector z = b.transpose() * v.col(k);
      const double p = z.squaredNorm();
      const double taken =
          step_of(problem.bounds[static_cast<std::size_t>(k)], Slack::logdet, weights[k], p);
      weights[k] -= taken;
      update_triangular(b, z, taken / (1 - taken * p));
    }
  }
  EXPECT_LT((b * b.transpose() - space.matrix()).norm(), 1e-10);
  EXPECT_TRUE(b.isLowerTriangular());
}

}  // namespace
}  // namespace mahala::test::logdet_test
