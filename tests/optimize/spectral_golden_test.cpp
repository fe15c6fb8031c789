// Spectral problems against reference values, all regularisers with all slacks, and their
// optimality from the definition.

#include <gtest/gtest.h>

#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/random.hpp"
#include "mahala/kernel/kernel.hpp"
#include "mahala/learn/bregman/basis.hpp"
#include "mahala/learn/bregman/sdp_logdet.hpp"
#include "mahala/optimize/spectral/spectral_solve.hpp"
#include "tests/support/logdet_golden.hpp"
#include "tests/support/spectral_value.hpp"

namespace mahala::test::spectral_golden_test {
namespace {

constexpr SpectralOptions exact{.tolerance = 1e-13, .max_iterations = 1000};

/// Y with Y^T Y = k0 and T with y(x) = T k(x).
struct Coordinates {
  explicit Coordinates(const Matrix& k0) {
    const auto [values, vectors] = symmetric_eigen(k0);
    const Index r = std::count_if(values.begin(), values.end(),
                                  [&](double v) { return v > 1e-12 * values[0]; });
    const Vector roots = values.head(r).cwiseSqrt();
    y = roots.asDiagonal() * vectors.leftCols(r).transpose();
    t = roots.cwiseInverse().asDiagonal() * vectors.leftCols(r).transpose();
  }
  Matrix y, t;
};

std::unique_ptr<SpectralFunction> golden_function(const nlohmann::json& each) {
  const std::string f = each.at("f");
  if (f == "logdet") return logdet_function();
  if (f == "vn") return von_neumann_function();
  if (f == "trace") return trace_function(each.at("tau"));
  return squared_function(f == "frob" ? 0 : 1);
}

/// The slack of a case, written into problem and bounds.
void pose_slack(const nlohmann::json& slack, SpectralProblem& problem) {
  const std::string kind = slack[0];
  problem.slack = kind == "quad"     ? Slack::quadratic
                  : kind == "logdet" ? Slack::logdet
                  : kind == "vn"     ? Slack::von_neumann
                                     : Slack::hinge;
  for (std::size_t k = 0; k < problem.bounds.size(); ++k) {
    if (kind != "none") problem.bounds[k].gamma = slack[1];
    if (kind == "logdet" || kind == "vn") problem.bounds[k].bound = slack[2][k];
  }
}

/// Weights in their range, bounds kept or paid for, and complementary: from the definition.
void expect_optimal(const SpectralProblem& problem, const SpectralSolution& solution) {
  for (std::size_t k = 0; k < problem.bounds.size(); ++k) {
    const LogDetBound& bound = problem.bounds[k];
    const double weight = solution.weights[static_cast<Index>(k)];
    double p = -solution.threshold;
    for (const SignedDifference& term : problem.terms[k]) {
      const Vector v = problem.points.col(term.ends.i) - problem.points.col(term.ends.j);
      p += term.sign * v.dot(solution.w * v);
    }
    EXPECT_GE(bound.sign() * weight, 0);
    const double beyond =
        bound.sign() * (p + bound.offset - met_bound(bound, problem.slack, weight));
    const bool at_limit =
        problem.slack == Slack::hinge && std::abs(weight) >= bound.gamma * (1 - 1e-12);
    if (at_limit) continue;
    EXPECT_LE(beyond, 1e-8 * (1 + std::abs(bound.bound))) << k;
    if (weight != 0) {
      EXPECT_NEAR(beyond, 0, 1e-8 * (1 + std::abs(bound.bound))) << k;
    }
  }
}

SpectralProblem golden_problem(const nlohmann::json& all, const Matrix& points) {
  SpectralProblem problem{.points = points};
  problem.terms = pair_terms(golden_ends(all.at("pairs")));
  problem.bounds = golden_bounds(all.at("delta"), all.at("bounds"), "inf");
  return problem;
}

TEST(SpectralGolden, EveryFunctionWithEverySlack) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "f_defs")) {
    const Matrix k0 = matrix(all.at("K0"));
    const Coordinates at(k0);
    for (const auto& each : all.at("cases")) {
      SCOPED_TRACE(each.at("f").dump() + " " + each.at("slack").dump());
      const auto f = golden_function(each);
      EXPECT_EQ(f->alpha(), each.at("alpha").get<double>());
      SpectralProblem problem = golden_problem(all, at.y);
      pose_slack(each.at("slack")[0], problem);
      const SpectralSolution solution = solve_spectral(problem, *f, exact);
      EXPECT_EQ(solution.status, Status::converged) << solution.message;
      const Matrix k =
          f->alpha() * (k0 - at.y.transpose() * at.y) + at.y.transpose() * solution.w * at.y;
      const Matrix change = solution.w - f->alpha() * Matrix::Identity(at.y.rows(), at.y.rows());
      expect_close(k, matrix(each.at("K")), 1e-8, "K");
      expect_close(at.t.transpose() * change * at.t, matrix(each.at("S")), 1e-7, "S");
      EXPECT_NEAR(solution.standing.dual, each.at("dual").get<double>(),
                  1e-9 * (1 + std::abs(each.at("dual").get<double>())));
      expect_optimal(problem, solution);
      ++seen;
    }
  }
  EXPECT_GT(seen, 0);
}

TEST(SpectralGolden, VonNeumannDualAtAPoint) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "vn_dual_point")) {
    const auto& point = all.at("vn_dual_point");
    const Matrix k0 = matrix(all.at("K0"));
    const Coordinates at(k0);
    const auto f = von_neumann_function();
    const SpectralProblem problem = golden_problem(all, at.y);
    SpectralDual dual(problem, *f);
    Vector weights = vector(point.at("lam"));
    for (Index k = 0; k < weights.size(); ++k) {
      weights[k] *= problem.bounds[static_cast<std::size_t>(k)].sign();
    }
    ASSERT_TRUE(dual.move_to(weights));
    // The reference minimises tr exp + b^T lam over n dimensions, where we maximise n less that.
    EXPECT_NEAR(static_cast<double>(k0.rows()) - dual.value(), point.at("F").get<double>(), 1e-10);
    const Vector gradient = dual.gradient();
    for (Index k = 0; k < weights.size(); ++k) {
      EXPECT_NEAR(-problem.bounds[static_cast<std::size_t>(k)].sign() * gradient[k],
                  point.at("grad")[static_cast<std::size_t>(k)].get<double>(), 1e-9);
    }
    expect_close(at.y.transpose() * dual.matrix() * at.y, matrix(point.at("K")), 1e-9, "K");
    ++seen;
  }
  EXPECT_GT(seen, 0);
}

TEST(SpectralGolden, TraceReducesDimensions) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "embedding_gram")) {
    const std::string kernel = all.at("kernel");
    const Samples x(Matrix(matrix(all.at("X")).transpose())),
        z(Matrix(matrix(all.at("Z")).transpose()));
    const KernelOptions options{.kernel = "gaussian",
                                .gamma = std::stod(kernel.substr(kernel.find(' ')))};
    const Coordinates at(kernel_matrix(x, options));
    SpectralProblem problem = golden_problem(all, at.y);
    problem.slack = Slack::hinge;
    const SpectralSolution solution =
        solve_spectral(problem, *trace_function(all.at("tau")), exact);
    expect_close(at.y.transpose() * solution.w * at.y, matrix(all.at("K")), 1e-8, "K");
    EXPECT_NEAR(solution.standing.dual, all.at("dual").get<double>(), 1e-9);
    const Vector values = symmetric_eigen(solution.w).values;
    const Vector expected = vector(all.at("eig"));
    expect_close(values, expected.head(values.size()), 1e-8, "eigenvalues");
    EXPECT_EQ((values.array() > 1e-10 * values[0]).count(), all.at("rank").get<Index>());
    const Matrix rows = cross_kernel(z, x, options) * at.t.transpose();
    expect_close(rows * solution.w * rows.transpose(), matrix(all.at("embedding_gram")), 1e-7,
                 "Gram matrix of new samples");
    expect_optimal(problem, solution);
    ++seen;
  }
  EXPECT_GT(seen, 0);
}

TEST(SpectralGolden, PolaWithFixedAndLearnedThreshold) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "learned_b")) {
    SpectralProblem problem{.points = matrix(all.at("X")).transpose(), .slack = Slack::hinge};
    problem.terms = pair_terms(golden_ends(all.at("pairs")));
    const double b = all.at("fixed_b").at("b");
    for (const auto& y : all.at("y")) {
      const Relation relation = y > 0 ? Relation::at_most : Relation::at_least;
      problem.bounds.push_back({.relation = relation,
                                .bound = y > 0 ? b - 1 : b + 1,
                                .gamma = std::numeric_limits<double>::infinity()});
    }
    const auto f = squared_function(0);
    const SpectralSolution fixed = solve_spectral(problem, *f, exact);
    expect_close(fixed.w, matrix(all.at("fixed_b").at("W")), 1e-8, "W");
    EXPECT_NEAR(fixed.standing.dual, all.at("fixed_b").at("dual").get<double>(), 1e-8);
    expect_optimal(problem, fixed);
    problem.learns_threshold = true;
    for (LogDetBound& bound : problem.bounds) bound.bound = -bound.sign();
    const SpectralSolution learned = solve_spectral(problem, *f, exact);
    const double tolerance = all.at("learned_b").at("tol");
    expect_close(learned.w, matrix(all.at("learned_b").at("W")), tolerance, "W, learned b");
    EXPECT_NEAR(learned.threshold, all.at("learned_b").at("b").get<double>(), tolerance);
    EXPECT_NEAR(learned.standing.dual, all.at("learned_b").at("dual").get<double>(),
                tolerance * learned.standing.dual);
    EXPECT_NEAR(learned.standing.gap, 0, 1e-8);
    expect_optimal(problem, learned);
    ++seen;
  }
  EXPECT_GT(seen, 0);
}

TEST(SpectralGolden, SemidefiniteProgramWithLogDet) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "gamma_reg")) {
    SpectralProblem problem{.points = matrix(all.at("X")).transpose()};
    problem.terms = pair_terms(golden_ends(all.at("pairs")));
    problem.bounds = golden_bounds(all.at("delta"), all.at("bounds"), all.at("slack_gamma"));
    const SpectralSolution solution =
        solve_sdp_logdet(problem, matrix(all.at("C0")), all.at("gamma_reg"), exact);
    expect_close(solution.w, matrix(all.at("W")), 1e-8, "W");
    expect_close(multipliers(problem.bounds, solution.weights), vector(all.at("lam_scaled")), 1e-7,
                 "multipliers");
    ++seen;
  }
  EXPECT_GT(seen, 0);
}

/// Random similar and dissimilar pairs over random points.
SpectralProblem random_problem(Index r, Index n, Index m, Slack slack, double gamma) {
  Rng rng = make_rng(3);
  SpectralProblem problem{.points = random_normal(r, n, rng), .slack = slack};
  std::vector<Ends> ends;
  for (Index k = 0; k < m; ++k) {
    const auto i = static_cast<std::int32_t>(random_index(n, rng));
    const auto j = static_cast<std::int32_t>((i + 1 + random_index(n - 1, rng)) % n);
    ends.push_back({i, j});
    const bool similar = k % 2 == 0;
    problem.bounds.push_back({.relation = similar ? Relation::at_most : Relation::at_least,
                              .bound = similar ? 0.5 : 3.0 * static_cast<double>(r),
                              .gamma = gamma});
  }
  problem.terms = pair_terms(ends);
  return problem;
}

TEST(Spectral, ManyBoundsAreSolvedToASmallGapByEveryFunctionAndSlack) {
  std::vector<std::unique_ptr<SpectralFunction>> functions;
  functions.push_back(logdet_function());
  functions.push_back(von_neumann_function());
  functions.push_back(squared_function(0));
  functions.push_back(squared_function(1));
  functions.push_back(trace_function(0.5));
  for (const Slack slack : {Slack::logdet, Slack::hinge, Slack::quadratic, Slack::von_neumann}) {
    for (std::size_t f = 0; f < functions.size(); ++f) {
      SCOPED_TRACE(fmt::format("slack {} function {}", static_cast<int>(slack), f));
      const SpectralProblem problem = random_problem(8, 30, 120, slack, 0.5);
      const SpectralSolution solution =
          solve_spectral(problem, *functions[f], {.tolerance = 1e-9, .max_iterations = 500});
      EXPECT_EQ(solution.status, Status::converged) << solution.message;
      // The primal from its definition.
      double primal = spectral_value(*functions[f], solution.w);
      for (std::size_t k = 0; k < problem.bounds.size(); ++k) {
        const Ends ends = problem.terms[k][0].ends;
        const Vector v = problem.points.col(ends.i) - problem.points.col(ends.j);
        primal += penalty(problem.bounds[k], slack, v.dot(solution.w * v));
      }
      EXPECT_NEAR(primal, solution.standing.primal(), 1e-9 * (1 + std::abs(primal)));
      EXPECT_NEAR(primal, solution.standing.dual, 1e-7 * (1 + std::abs(primal)));
    }
  }
}

/// Beyond 2,000 bounds gradient steps come first.
TEST(Spectral, ThousandsOfBoundsAreSolvedToASmallGapToo) {
  const SpectralProblem problem = random_problem(5, 90, 2500, Slack::quadratic, 0.5);
  for (const double centre : {0.0, 1.0}) {
    const SpectralSolution solution = solve_spectral(problem, *squared_function(centre), {});
    EXPECT_EQ(solution.status, Status::converged) << solution.message;
    EXPECT_NEAR(solution.standing.primal(), solution.standing.dual,
                1e-5 * (1 + std::abs(solution.standing.dual)));
  }
}

TEST(Spectral, TheGradientIsThatOfTheDual) {
  for (const bool threshold : {false, true}) {
    SpectralProblem problem = random_problem(4, 10, 12, Slack::quadratic, 2);
    problem.learns_threshold = threshold;
    const auto f = von_neumann_function();
    SpectralDual dual(problem, *f);
    Vector weights(12);
    for (Index k = 0; k < 12; ++k) weights[k] = (k % 2 == 0 ? 0.3 : -0.01) * (1 + 0.1 * double(k));
    ASSERT_TRUE(dual.move_to(weights));
    const Vector gradient = dual.gradient();
    dual.prepare_curvature();
    const Matrix curvature = [&] {
      Matrix h(12, 12);
      for (Index k = 0; k < 12; ++k) h.col(k) = dual.curvature_times(Vector::Unit(12, k));
      return h;
    }();
    EXPECT_LT((curvature - curvature.transpose()).norm(), 1e-10 * curvature.norm());
    constexpr double step = 1e-6;
    for (Index k = 0; k < 12; ++k) {
      SpectralDual up(problem, *f), down(problem, *f);
      ASSERT_TRUE(up.move_to(weights + step * Vector::Unit(12, k)));
      ASSERT_TRUE(down.move_to(weights - step * Vector::Unit(12, k)));
      EXPECT_NEAR((up.value() - down.value()) / (2 * step), gradient[k],
                  1e-5 * (1 + std::abs(gradient[k])));
      const Vector bent = (down.gradient() - up.gradient()) / (2 * step);
      EXPECT_LT((bent - curvature.col(k)).norm(), 1e-5 * (1 + curvature.col(k).norm()));
    }
  }
}

TEST(Spectral, HardBoundsThatContradictEachOtherAreRefused) {
  SpectralProblem problem{.points = Matrix::Identity(2, 2), .slack = Slack::hinge};
  problem.terms = pair_terms({{0, 1}, {0, 1}});
  const double hard = std::numeric_limits<double>::infinity();
  problem.bounds = {{.relation = Relation::at_most, .bound = 1, .gamma = hard},
                    {.relation = Relation::at_least, .bound = 2, .gamma = hard}};
  EXPECT_THROW(solve_spectral(problem, *squared_function(0), exact), Error);
  EXPECT_THROW(solve_spectral(problem, *von_neumann_function(), exact), Error);
}

// Theorem 7: minimising over W of the form a I + U L U^T, U a basis, is the reduced problem whose
// bounds lack what lies outside the basis. The oracle solves it over all of W's dimensions with
// vectors projected on the basis and the rest as offset.
TEST(Spectral, ReductionToABasisIsExact) {
  Rng rng = make_rng(11);
  const Matrix x = random_normal(7, 12, rng);
  const Matrix k0 = x.transpose() * x;
  const Matrix t = kernel_coordinates(k0, random_normal(12, 3, rng));
  const Matrix y = t * k0;
  const Matrix u = x * t.transpose();  // orthonormal columns, 7 x 3
  EXPECT_LT((u.transpose() * u - Matrix::Identity(3, 3)).norm(), 1e-10);
  for (const double centre : {0.0, 1.0}) {
    SpectralProblem reduced = random_problem(3, 12, 20, Slack::quadratic, 1);
    reduced.points = y;
    SpectralProblem full = reduced;
    full.points = u * u.transpose() * x;
    for (std::size_t k = 0; k < reduced.bounds.size(); ++k) {
      const Ends ends = reduced.terms[k][0].ends;
      const Vector v = x.col(ends.i) - x.col(ends.j);
      const double rest = centre * (v - u * (u.transpose() * v)).squaredNorm();
      reduced.bounds[k].offset = full.bounds[k].offset = std::max(rest, 0.0);
    }
    const auto f = squared_function(centre);
    const Matrix small = solve_spectral(reduced, *f, exact).w;
    const Matrix large = solve_spectral(full, *f, exact).w;
    Matrix lifted = u * (small - centre * Matrix::Identity(3, 3)) * u.transpose();
    lifted.diagonal().array() += centre;
    EXPECT_LT((lifted - large).norm(), 1e-7 * (1 + large.norm()));
    // And no other W of the form pays less: the objective at random ones is higher.
    const auto objective = [&](const Matrix& w) {
      double sum = spectral_value(*f, w);
      for (std::size_t k = 0; k < full.bounds.size(); ++k) {
        const Ends ends = full.terms[k][0].ends;
        const Vector v = x.col(ends.i) - x.col(ends.j);
        LogDetBound plain = full.bounds[k];
        plain.offset = 0;
        sum += penalty(plain, full.slack, v.dot(w * v));
      }
      return sum;
    };
    for (int trial = 0; trial < 20; ++trial) {
      const Matrix step = random_normal(3, 3, rng) * 0.1;
      Matrix other =
          map_spectrum(small + step + step.transpose(), [](double v) { return std::max(v, 0.0); });
      other = u * (other - centre * Matrix::Identity(3, 3)) * u.transpose();
      other.diagonal().array() += centre;
      EXPECT_GE(objective(other), objective(lifted) - 1e-9);
    }
  }
}

}  // namespace
}  // namespace mahala::test::spectral_golden_test
