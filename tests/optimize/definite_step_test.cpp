#include "mahala/optimize/descent/definite_step.hpp"

#include <gtest/gtest.h>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/core/random.hpp"

namespace mahala::test::definite_step_test {
namespace {

class DefiniteStep : public testing::TestWithParam<Index> {};

TEST_P(DefiniteStep, EndsALittleBeforeTheBorder) {
  const Index n = GetParam();
  Rng rng = make_rng(3);
  const Matrix root = random_normal(n, 2 * n, rng), d = symmetric_part(random_normal(n, n, rng));
  const Matrix a = root * root.transpose() / static_cast<double>(n);
  const Matrix l = cholesky_factor(a);
  for (const double length : {0.01, 10.0, 1000.0}) {
    const Matrix along = length * d;
    const Matrix scaled = solve_triangle(l, solve_triangle(l, along).transpose());
    const double border = -1 / symmetric_eigen(symmetric_part(scaled)).values.minCoeff();
    const double step = definite_step(
        l, [&](const Vector& v) -> Vector { return along * v; }, 0.9, 0.05);
    if (border < 0 || 0.9 * border > 1) {  // negative: there is none
      EXPECT_EQ(step, 1) << length;
    } else {
      EXPECT_LE(step, 0.9 * border * (1 + 1e-10)) << length;
      EXPECT_GE(step, 0.9 * border * 0.94) << length;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, DefiniteStep, testing::Values(1, 2, 5, 40, 250));

TEST(DefiniteStep, IsWholeWhereNothingShrinks) {
  const Matrix l = Matrix::Identity(30, 30);
  EXPECT_EQ(definite_step(
                l, [](const Vector& v) -> Vector { return 5 * v; }, 0.9, 0.1),
            1);
  EXPECT_EQ(definite_step(
                l, [](const Vector& v) -> Vector { return 0 * v; }, 0.9, 0.1),
            1);
}

}  // namespace
}  // namespace mahala::test::definite_step_test
