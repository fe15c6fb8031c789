#include <gtest/gtest.h>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/random.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::pseudo_inverse_test {
namespace {

double apart(const Matrix& x, const Matrix& y) { return (x - y).norm() / y.norm(); }

TEST(PseudoInverse, ChangesWithoutLossHoweverSmallBetaIs) {
  Rng rng = make_rng(8);
  const Matrix a = random_normal(9, 3, rng), inverse = pseudo_inverse(a);
  const Vector d = random_normal(3, 1, rng), w = random_normal(9, 1, rng);
  const Vector normal = w - a * (inverse * w);
  for (const double beta : {1.0, 1e-5, 1e-10, 1e-14, 0.0}) {
    const Vector v = (beta - 1) / d.squaredNorm() * d;  // d.v = beta - 1
    const Vector c = a * v + normal;
    const Matrix exact = pseudo_inverse(a + c * d.transpose());
    EXPECT_LT(apart(changed_pseudo_inverse(a, inverse, c, d), exact), 1e-12) << beta;
  }
}

TEST(PseudoInverse, RefusesDependentColumns) {
  Rng rng = make_rng(9);
  Matrix a = random_normal(6, 3, rng);
  a.col(2) = a.col(0) - a.col(1);
  EXPECT_NE(error_message([&] { pseudo_inverse(a); }).find("dependent"), std::string::npos);
  EXPECT_NE(error_message([&] { pseudo_inverse(a.transpose()); }).find("dependent"),
            std::string::npos);
}

}  // namespace
}  // namespace mahala::test::pseudo_inverse_test
