// LogDet projections, their dual and their path against reference values, in every form.

#include "tests/support/logdet_golden.hpp"

#include <gtest/gtest.h>

#include "mahala/core/random.hpp"
#include "mahala/optimize/logdet/logdet_linear.hpp"
#include "mahala/optimize/logdet/logdet_path.hpp"

namespace mahala::test::logdet_golden_test {
namespace {

void expect_multipliers(const LogDetBounds& bounds, const LogDetOutcome& outcome,
                        const nlohmann::json& expected, double tolerance) {
  expect_close(multipliers(bounds, outcome.weights), vector(expected.at("lam")), tolerance, "lam");
  if (!expected.contains("xi")) return;
  Vector xi(outcome.weights.size());
  for (Index k = 0; k < xi.size(); ++k) {
    xi[k] = met_bound(bounds[static_cast<std::size_t>(k)], Slack::logdet, outcome.weights[k]);
  }
  expect_close(xi, vector(expected.at("xi")), tolerance, "xi");
}

/// How far a pass of projections carries changes of the points by a few last bits, relatively:
/// hard bounds multiply them with every pass, and no two programs agree any better.
double rounding_of(const Differences& differences, const LogDetBounds& bounds, Slack slack,
                   const Stage& stage) {
  const auto solved = [&](const Matrix& points) {
    const Differences moved{points, differences.ends};
    CoordinateSpace space(moved);
    const LogDetOutcome outcome = sweep(space, bounds, slack, {}, stage.options);
    return std::pair(Matrix(space.matrix()), outcome.weights);
  };
  Rng rng = make_rng(3);
  const auto [w, weights] = solved(differences.points);
  double spread = 0;
  for (int k = 0; k < 3; ++k) {
    const Matrix noise =
        1e-15 * random_normal(differences.points.rows(), differences.points.cols(), rng);
    const auto [moved_w, moved_weights] = solved(differences.points.array() * (1 + noise.array()));
    spread = std::max({spread, (moved_w - w).norm() / w.norm(),
                       (moved_weights - weights).norm() / (1e-300 + weights.norm())});
  }
  return spread;
}

/// Follows a case through its stages in coordinates x (d x n) whitened by the root of its prior.
void follow(const Matrix& x, const Matrix& root, const std::vector<Ends>& ends,
            const LogDetBounds& bounds, Slack slack, const nlohmann::json& expected) {
  const Differences differences{root.transpose() * x, ends};
  for (const Stage& stage : golden_stages()) {
    SCOPED_TRACE(stage.name);
    CoordinateSpace space(differences);
    BlockedSpace blocked(differences, 5, 1);
    const LogDetOutcome outcome = sweep(space, bounds, slack, {}, stage.options);
    sweep(blocked, bounds, slack, {}, stage.options);
    const auto& wanted = expected.at(stage.name);
    const double tolerance =
        std::max(stage.tolerance, 10 * rounding_of(differences, bounds, slack, stage));
    expect_close(root * space.matrix() * root.transpose(), matrix(wanted.at("W")), tolerance, "W");
    expect_close(root * blocked.matrix() * root.transpose(), matrix(wanted.at("W")), tolerance,
                 "W by blocks");
    expect_multipliers(bounds, outcome, wanted, tolerance);
    if (!wanted.contains("primal")) continue;
    const double primal = wanted.at("primal"), dual = wanted.at("dual");
    EXPECT_NEAR(outcome.standing.primal(), primal, tolerance * std::abs(primal));
    EXPECT_NEAR(outcome.standing.dual, dual, tolerance * std::abs(dual));
  }
}

TEST(LogDetGolden, InputSpaceWithEveryPrior) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "cases")) {
    if (!all.contains("delta") || !all.contains("X")) continue;
    for (const auto& each : all.at("cases")) {
      SCOPED_TRACE(each.at("prior").get<std::string>() + " gamma " + each.at("gamma").dump());
      follow(matrix(all.at("X")).transpose(), cholesky_factor(matrix(each.at("W0"))),
             golden_ends(all.at("pairs")),
             golden_bounds(all.at("delta"), all.at("bounds"), each.at("gamma")), Slack::logdet,
             each);
      ++seen;
    }
  }
  EXPECT_GT(seen, 0);
}

TEST(LogDetGolden, HardBoundsAndBoundsOfTheirOwn) {
  const auto files = golden_files("logdet", "per_pair");
  ASSERT_FALSE(files.empty());
  for (const auto& all : files) {
    const Matrix x = matrix(all.at("X")).transpose();
    const Matrix identity = Matrix::Identity(x.rows(), x.rows());
    const auto ends = golden_ends(all.at("pairs"));
    follow(x, identity, ends, golden_bounds(all.at("delta"), all.at("bounds"), all.at("gamma")),
           Slack::logdet, all);
    const auto& own = all.at("per_pair");
    follow(x, identity, ends, golden_bounds(all.at("delta"), own.at("bounds"), own.at("gamma")),
           Slack::logdet, own);
  }
}

TEST(LogDetGolden, HingeAndQuadraticSlack) {
  const auto files = golden_files("logdet", "quad");
  ASSERT_FALSE(files.empty());
  for (const auto& all : files) {
    const Matrix x = matrix(all.at("X")).transpose();
    const Matrix identity = Matrix::Identity(x.rows(), x.rows());
    for (const auto& [name, parameter, slack] :
         {std::tuple{"hinge", "C", Slack::hinge}, std::tuple{"quad", "rho", Slack::quadratic}}) {
      SCOPED_TRACE(name);
      const auto& each = all.at(name);
      follow(x, identity, golden_ends(all.at("pairs")),
             golden_bounds(all.at("delta"), all.at("bounds"), each.at(parameter)), slack, each);
    }
  }
}

TEST(LogDetGolden, KernelsRegularAndSingular) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "sweep1")) {
    if (!all.at("sweep1").contains("K") || !all.contains("X")) continue;
    ++seen;
    const Matrix x = matrix(all.at("X")).transpose();
    const Matrix k0 = all.contains("K0") ? matrix(all.at("K0")) : Matrix(x.transpose() * x);
    const auto ends = golden_ends(all.at("pairs"));
    const auto bounds = golden_bounds(all.at("delta"), all.at("bounds"), all.at("gamma"));
    for (const Stage& stage : golden_stages()) {
      SCOPED_TRACE(stage.name);
      KernelSpace space(k0, ends);
      const LogDetOutcome outcome = sweep(space, bounds, Slack::logdet, {}, stage.options);
      const auto& wanted = all.at(stage.name);
      expect_close(space.matrix(), matrix(wanted.at("K")), stage.tolerance, "K");
      expect_multipliers(bounds, outcome, wanted, stage.tolerance);
      const Matrix s = induced_middle(k0, ends, outcome.weights);
      expect_close(s, matrix(wanted.at("S")), 10 * stage.tolerance, "S");
      expect_close(k0 + k0 * s * k0, space.matrix(), 1e-10, "K by S");
      if (!wanted.contains("W")) continue;
      const Matrix identity = Matrix::Identity(x.rows(), x.rows());
      expect_close(identity + x * s * x.transpose(), matrix(wanted.at("W")), 10 * stage.tolerance,
                   "W by S");
    }
  }
  EXPECT_GT(seen, 1);
}

TEST(LogDetGolden, LowRankFactorsAreThoseOfTheReducedForm) {
  const auto files = golden_files("logdet", "G0");
  ASSERT_FALSE(files.empty());
  for (const auto& all : files) {
    const Matrix g0 = matrix(all.at("G0"));
    const Differences differences{g0.transpose(), golden_ends(all.at("pairs"))};
    const auto bounds = golden_bounds(all.at("delta"), all.at("bounds"), all.at("gamma"));
    for (const Stage& stage : golden_stages()) {
      SCOPED_TRACE(stage.name);
      CoordinateSpace space(differences);
      const LogDetOutcome outcome = sweep(space, bounds, Slack::logdet, {}, stage.options);
      const auto& wanted = all.at(stage.name);
      expect_multipliers(bounds, outcome, wanted, stage.tolerance);
      // Lower triangular with a positive diagonal: the Cholesky factor.
      expect_close(cholesky_factor(space.matrix()), matrix(wanted.at("B")), stage.tolerance, "B");
      expect_close(g0 * space.matrix() * g0.transpose(), matrix(wanted.at("K")), stage.tolerance,
                   "K");
    }
  }
}

TEST(LogDetGolden, RelativeBounds) {
  const auto files = golden_files("logdet", "triplets");
  int seen = 0;
  for (const auto& all : files) {
    if (!all.contains("hinge_C")) continue;
    ++seen;
    const Matrix x = matrix(all.at("X")).transpose();
    std::vector<LinearTerms> terms;
    for (const auto& t : all.at("triplets")) {
      const int i = t[0], j = t[1], l = t[2];
      terms.push_back({{{i, j}, 1}, {{i, l}, -1}});
    }
    for (const char* kind : {"hinge", "hard"}) {
      SCOPED_TRACE(kind);
      const double gamma = kind == std::string("hinge") ? all.at("hinge_C").get<double>()
                                                        : std::numeric_limits<double>::infinity();
      const LogDetBounds bounds(terms.size(), {.bound = -1, .gamma = gamma});
      for (const Stage& stage : golden_stages()) {
        SCOPED_TRACE(stage.name);
        LinearSpace space(x, terms);
        const LogDetOutcome outcome = sweep(space, bounds, Slack::hinge, {}, stage.options);
        const auto& wanted = all.at(kind).at(stage.name);
        expect_close(space.matrix(), matrix(wanted.at("W")), stage.tolerance, "W");
        expect_multipliers(bounds, outcome, {{"lam", wanted.at("lam")}}, stage.tolerance);
      }
    }
  }
  EXPECT_GT(seen, 0);
}

TEST(LogDetGolden, DualGradientHessianAndGapAtAPoint) {
  const auto files = golden_files("logdet", "one_step");
  ASSERT_FALSE(files.empty());
  for (const auto& all : files) {
    const Differences differences{matrix(all.at("X")).transpose(), golden_ends(all.at("pairs"))};
    const auto bounds = golden_bounds(all.at("delta"), all.at("bounds"), all.at("gamma"));
    const Vector lambda = vector(all.at("lam"));
    const Vector weights = multipliers(bounds, lambda);  // the same sign turns both ways
    const Vector signs = multipliers(bounds, Vector::Ones(lambda.size()));
    CoordinateSpace space(differences);
    const double log_det = space.refresh(weights);
    const Vector p = space.distances();
    expect_close(p, vector(all.at("p")), 1e-10, "p");
    const LogDetStanding found = standing(bounds, Slack::logdet, weights, p, log_det);
    EXPECT_NEAR(found.dual, all.at("dual").get<double>(), 1e-10);
    EXPECT_NEAR(found.gap, all.at("gap").get<double>(), 1e-9);
    const Vector terms = vector(all.at("gap_terms"));
    for (Index k = 0; k < terms.size(); ++k) {
      const LogDetBound& bound = bounds[static_cast<std::size_t>(k)];
      EXPECT_NEAR(gap_term(bound, Slack::logdet, weights[k], p[k]), terms[k], 1e-10);
      EXPECT_NEAR(met_bound(bound, Slack::logdet, weights[k]), all.at("xi")[k].get<double>(),
                  1e-10);
    }
    expect_close(signs.cwiseProduct(dual_gradient(bounds, Slack::logdet, weights, p)),
                 vector(all.at("grad")), 1e-9, "gradient");
    const Matrix v = vectors_of(differences);
    const Matrix hessian =
        dual_hessian(bounds, Slack::logdet, weights, v.transpose() * space.matrix() * v);
    expect_close(signs.asDiagonal() * hessian * signs.asDiagonal(), matrix(all.at("neg_hess")),
                 1e-10, "Hessian");
  }
}

TEST(LogDetGolden, SingleProjectionsWithOffsets) {
  for (const auto& all : golden_files("logdet", "one_step")) {
    for (const auto& each : all.at("one_step")) {
      const double sign = each.at("delta"), gamma = each.at("gamma"), xi = each.at("xi");
      const double p = each.at("p"), weight = sign * each.at("lam").get<double>();
      const LogDetBound bound{.relation = sign > 0 ? Relation::at_most : Relation::at_least,
                              .bound = 1 / (1 / xi + weight / gamma),
                              .gamma = gamma,
                              .offset = each.at("c")};
      const double taken = step_of(bound, Slack::logdet, weight, p);
      const Vector expected = vector(each.at("alpha_beta_xi"));
      EXPECT_NEAR(sign * taken, expected[0], 1e-12);
      EXPECT_NEAR(taken / (1 - taken * p), expected[1], 1e-12);
      EXPECT_NEAR(met_bound(bound, Slack::logdet, weight - taken), expected[2], 1e-11);
    }
  }
}

TEST(LogDetGolden, AWholeGridOfGamma) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "grid")) {
    if (!all.contains("u") || !all.contains("pairs")) continue;
    ++seen;
    const Differences differences{matrix(all.at("X")).transpose(), golden_ends(all.at("pairs"))};
    LogDetBounds bounds;
    for (const auto& delta : all.at("delta")) {
      bounds.push_back({delta > 0 ? Relation::at_most : Relation::at_least,
                        delta > 0 ? all.at("u") : all.at("l")});
    }
    std::vector<double> scales;
    for (const auto& each : all.at("grid")) scales.push_back(each.at("gamma"));
    const auto points = follow_path(differences, bounds, scales, {.tolerance = 1e-12});
    for (std::size_t k = 0; k < points.size(); ++k) {
      const auto& each = all.at("grid")[k];
      SCOPED_TRACE(each.at("gamma").dump());
      const double primal = each.at("primal"), log_det = each.at("logdetW");
      EXPECT_EQ(points[k].outcome.status, Status::converged);
      EXPECT_NEAR(points[k].outcome.standing.primal(), primal, 1e-8 * primal);
      const Matrix root = cholesky_factor(points[k].a);
      EXPECT_NEAR(2 * root.diagonal().array().log().sum(), log_det, 1e-8 * std::abs(log_det));
      if (!each.at("W").is_null()) expect_close(points[k].a, matrix(each.at("W")), 1e-8, "W");
    }
    EXPECT_LT(points.back().outcome.iterations, 80);
  }
  EXPECT_GT(seen, 0);
}

}  // namespace
}  // namespace mahala::test::logdet_golden_test
