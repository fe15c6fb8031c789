// Quasi-Newton descent on functions whose minima are known.

#include "mahala/optimize/descent/lbfgs.hpp"

#include <gtest/gtest.h>

namespace mahala::test::lbfgs_test {
namespace {

double rosenbrock(const Matrix& p, Matrix& gradient) {
  const double a = 1 - p(0), b = p(1) - p(0) * p(0);
  gradient = Matrix(2, 1);
  gradient << -2 * a - 400 * p(0) * b, 200 * b;
  return a * a + 100 * b * b;
}

TEST(Lbfgs, FindsTheEndOfACurvedValley) {
  Matrix point(2, 1);
  point << -1.2, 1;
  const Descent descent = minimise(rosenbrock, point, {.tolerance = 1e-14});
  EXPECT_EQ(descent.status, Status::converged) << descent.message;
  EXPECT_LT((point - Matrix::Ones(2, 1)).norm(), 1e-5);
  EXPECT_LT(descent.iterations, 60);
  for (std::size_t k = 1; k < descent.trace.size(); ++k) {
    EXPECT_LE(descent.trace[k].objective, descent.trace[k - 1].objective);
  }
}

TEST(Lbfgs, EndsOnAKink) {
  const auto f = [](const Matrix& p, Matrix& gradient) {
    gradient = p.unaryExpr([](double v) { return v < 3 ? -1.0 : 2.0; });
    return p.unaryExpr([](double v) { return v < 3 ? 3 - v : 2 * (v - 3); }).sum();
  };
  Matrix point = Matrix::Constant(3, 2, 1);
  minimise(f, point, {.tolerance = 1e-9});
  EXPECT_LT((point.array() - 3).abs().maxCoeff(), 1e-3);
}

TEST(Lbfgs, SaysThatItsBudgetIsSpentAndThatItWasStopped) {
  Matrix point(2, 1);
  point << -1.2, 1;
  EXPECT_EQ(minimise(rosenbrock, point, {.max_iterations = 3}).status, Status::budget_spent);
  const mahala::Run run{.monitor = [](const Progress& p) { return p.step < 2; }};
  const Descent stopped = minimise(rosenbrock, point, {}, run);
  EXPECT_EQ(stopped.status, Status::stopped);
  EXPECT_EQ(stopped.iterations, 2);
}

TEST(Lbfgs, ReportsAStartThatIsNotFinite) {
  Matrix point = Matrix::Constant(2, 1, 1e200);
  EXPECT_EQ(minimise(rosenbrock, point, {}).status, Status::diverged);
}

}  // namespace
}  // namespace mahala::test::lbfgs_test
