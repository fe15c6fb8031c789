// Descents and stochastic steps on every geometry against reference values.

#include "tests/support/geometry_golden.hpp"

#include <gtest/gtest.h>

#include "mahala/optimize/online/manifold_stepper.hpp"
#include "mahala/optimize/online/schedule.hpp"
#include "mahala/optimize/regression/manifold_objective.hpp"

namespace mahala::test::geometry_golden_test {
namespace {

/// Follows the first iterations of a descent and compares each.
template <class M>
void follow_descent(const M& manifold, const typename M::Point& start, const Problem& problem,
                    const nlohmann::json& each, double weight) {
  ManifoldObjective<M> f(manifold, problem, start);
  // The subspace problem has no weights of its own.
  const DescentOptions options{.first_step = each.at("s0"), .decrease = each.at("c")};
  const auto& first = each.at("first10");
  for (std::size_t t = 0; t < first.at("s").size(); ++t) {
    const double value = first.at("f")[t], norm = first.at("norm")[t], step = first.at("s")[t];
    EXPECT_NEAR(weight * f.value(), value, 1e-10 * value);
    const double found = f.gradient_norm();
    EXPECT_NEAR(weight * found, norm, 1e-10 * norm);
    f.aim();
    const Accepted accepted = backtrack(f, found, options);
    EXPECT_NEAR(accepted.step, weight * step, 1e-10 * step);
    EXPECT_EQ(accepted.halvings, first.at("nback")[t].get<Index>()) << "iteration " << t;
    f.move(accepted.step, accepted.value);
    const std::string at = std::to_string(t + 1);
    if (each.at("steps").contains(at)) {
      expect_state(f.point(), f.factor(), each.at("steps").at(at), 1e-10);
    }
  }
}

/// How far apart descents end whose first step differs in its last bits, relative to `value`: no
/// two programs agree any better.
template <class Descend>
double rounding_of(const Descend& descend_from, double first_step, double value) {
  double spread = 0;
  for (const double change : {-4e-16, 4e-16, 1e-15}) {
    spread = std::max(spread, std::abs(descend_from(first_step * (1 + change)).objective - value));
  }
  return spread / value;
}

/// Descends to the tolerances listed and compares where it ends.
///
/// Armijo's rule with halvings zigzags, and which halving is accepted soon depends on the last
/// bit: after a hundred iterations the reference itself ends anywhere between one value and 2.8
/// times that if its start changes by 1e-15. Only short descents are therefore compared digit by
/// digit, as far as rounding lets them be.
template <class M>
void finish_descent(const M& manifold, const typename M::Point& start, const Problem& problem,
                    const nlohmann::json& each) {
  constexpr int reproducible = 60, affordable = 400;  // iterations
  constexpr double affordable_loss = 4;
  for (const auto& [tolerance, expected] : each.at("converged").items()) {
    const int iterations = expected.at("iters");
    if (iterations > affordable) continue;
    const auto descend_from = [&, bound = std::stod(tolerance)](double first_step) {
      ManifoldObjective<M> f(manifold, problem, start);
      return descend(f, {.tolerance = bound,
                         .max_iterations = 10000,
                         .first_step = first_step,
                         .decrease = each.at("c")});
    };
    const double first_step = each.at("s0"), value = expected.at("f");
    const Descent descent = descend_from(first_step);
    EXPECT_EQ(descent.status, Status::converged);
    EXPECT_LT(descent.objective, affordable_loss * value) << "tolerance " << tolerance;
    if (iterations <= reproducible) {
      const double rounding = rounding_of(descend_from, first_step, descent.objective);
      EXPECT_NEAR(descent.objective, value, std::max(1e-6, 10 * rounding) * value)
          << "tolerance " << tolerance;
    }
  }
}

TEST(GeometryGolden, Descents) {
  const auto all = golden("geometry/data.json");
  const auto cases = golden_cases("geometry", "first10");
  ASSERT_FALSE(cases.empty());
  for (const auto& each : cases) {
    SCOPED_TRACE(each.at("name").get<std::string>());
    const bool subspace = each.at("geometry") == "grassmann";
    const double loss = each.at("params").at("lossmul");
    const auto posed = golden_problem(all, each.at("data"), loss, subspace);
    with_geometry(all, each, [&](const auto& manifold, const auto& start) {
      follow_descent(manifold, start, *posed->problem, each, subspace ? loss : 1);
      if (!subspace || loss == 1) finish_descent(manifold, start, *posed->problem, each);
    });
  }
}

Schedule schedule_of(const nlohmann::json& described, double loss) {
  const std::string type = described.at("type");
  if (type == "const")
    return {.kind = Schedule::Kind::constant, .s = loss * described.at("s").get<double>()};
  if (type == "appendixA") {
    return {.kind = Schedule::Kind::adaptive, .s = described.at("eta0"), .t0 = described.at("t0")};
  }
  return {.kind = Schedule::Kind::anneal,
          .s = described.at("s"),
          .t0 = described.at("t0"),
          .mu = described.at("mu"),
          .n = described.at("n")};
}

/// How far a start moved by a few last bits moves the factor of W after `steps` steps, relatively.
template <class M, class Step>
double rounding_of_steps(const M& manifold, const Problem& problem, const typename M::Point& start,
                         const Step& take, Index steps) {
  const auto end = [&](double change) {
    ManifoldStepper state(manifold, problem, typename M::Point((1 + change) * start));
    for (Index t = 0; t < steps; ++t) take(state, t);
    const Matrix factor = state.factor();
    return Matrix(factor * factor.transpose());
  };
  const Matrix w = end(0);
  double spread = 0;
  for (const double change : {-1e-15, 1e-15, 4e-15}) {
    spread = std::max(spread, (end(change) - w).norm() / w.norm());
  }
  return spread;
}

TEST(GeometryGolden, StochasticSteps) {
  const auto all = golden("geometry/data.json");
  const auto cases = golden_cases("geometry", "grad_norm_first_batch");
  ASSERT_FALSE(cases.empty());
  for (const auto& each : cases) {
    SCOPED_TRACE(each.at("name").get<std::string>());
    const bool subspace = each.at("geometry") == "grassmann";
    const double loss = each.at("params").at("lossmul");
    const auto posed = golden_problem(all, each.at("data"), loss, subspace);
    const double unweighted = subspace ? loss : 1;
    const Schedule schedule = schedule_of(each.at("schedule"), unweighted);
    const Index n = posed->problem->size(), p = each.at("p");
    const double clip = each.at("clip").is_null() ? 0 : each.at("clip").get<double>();
    // A run whose cost explodes is not reproducible: the reference itself differs by 4e-9 from
    // one machine to the next.
    const bool explodes =
        each.at("cost10_all").get<double>() > 1e6 * each.at("cost0_all").get<double>();
    const double tolerance = explodes
                                 ? 1e-6
                                 : std::max(1e-12, 50 * std::numeric_limits<double>::epsilon() *
                                                       each.at("sensitivity").get<double>());
    with_geometry(all, each, [&](const auto& manifold, const auto& start) {
      ManifoldStepper state(manifold, *posed->problem, start);
      std::vector<Index> which(static_cast<std::size_t>(p));
      const auto batch = [&](Index t) {
        for (Index k = 0; k < p; ++k) which[static_cast<std::size_t>(k)] = (t * p + k) % n;
      };
      const auto take = [&](auto& stepper, Index t) {
        batch(t);
        const auto seen = static_cast<double>((t + 1) * p);
        stepper.step(which, schedule.step(seen, stepper.squared_norm()), clip);
      };
      batch(0);
      const double norm = each.at("grad_norm_first_batch");
      EXPECT_NEAR(unweighted * state.gradient_norm(which), norm, 1e-11 * norm);
      const double cost = each.at("cost0_all");
      EXPECT_NEAR(unweighted * posed->problem->cost(state.factor()), cost, 1e-11 * cost);
      for (Index t = 0; t < 10; ++t) {
        take(state, t);
        const std::string at = std::to_string(t + 1);
        if (!each.at("steps").contains(at)) continue;
        SCOPED_TRACE("after " + at);
        const double rounding = rounding_of_steps(manifold, *posed->problem, start, take, t + 1);
        expect_state(state.point(), state.factor(), each.at("steps").at(at),
                     std::max(tolerance, 10 * rounding));
      }
    });
  }
}

}  // namespace
}  // namespace mahala::test::geometry_golden_test
