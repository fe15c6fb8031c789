#include "mahala/core/linalg/symmetric.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mahala::test::symmetric_test {
namespace {

TEST(ExpDerivative, IsTheQuotientOfDifferencesHoweverFarEigenvaluesAreApart) {
  // (e^0 - e^-3000) / 3000: the factors of the symmetric form would be 0 and infinite.
  Matrix s = Matrix::Zero(2, 2), x = Matrix::Ones(2, 2);
  s(1, 1) = -3000;
  const Matrix d = exp_derivative(s, x);
  EXPECT_NEAR(d(0, 0), 1, 1e-15);
  EXPECT_NEAR(d(0, 1), 1 / 3000.0, 1e-18);
  EXPECT_EQ(d(1, 1), 0);
}

TEST(ExpDerivative, KeepsItsDigitsWhereEigenvaluesAreClose) {
  Matrix s = Matrix::Identity(2, 2), x = Matrix::Ones(2, 2);
  s(1, 1) += 1e-9;
  EXPECT_NEAR(exp_derivative(s, x)(0, 1), std::exp(1 + 0.5e-9), 1e-15 * 4);
  s(1, 1) = 1;
  EXPECT_NEAR(exp_derivative(s, x)(0, 1), std::exp(1.0), 1e-15 * 4);
}

}  // namespace
}  // namespace mahala::test::symmetric_test
