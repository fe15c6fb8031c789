#include "mahala/core/linalg/linalg.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/random.hpp"

namespace mahala::test::linalg_test {

TEST(Linalg, ProductsEqualEigensAlsoOnBlocks) {
  Rng rng(2);
  const Matrix a = random_normal(9, 7, rng), b = random_normal(9, 8, rng);
  Matrix c = Matrix::Ones(10, 10);
  multiply_at_b(a.middleCols(1, 4), b.middleCols(2, 5), c.block(1, 2, 4, 5));
  EXPECT_LT((c.block(1, 2, 4, 5) - a.middleCols(1, 4).transpose() * b.middleCols(2, 5)).norm(),
            1e-13);
  EXPECT_EQ(c(0, 0), 1);
  Matrix d = Matrix::Ones(9, 9);
  multiply_a_bt(a, a, d, true);
  EXPECT_LT((d - a * a.transpose() - Matrix::Ones(9, 9)).norm(), 1e-13);
}

TEST(Linalg, ProductsOverNothingAreZero) {
  Matrix c = Matrix::Ones(2, 3);
  multiply_at_b(Matrix(0, 2), Matrix(0, 3), c);
  EXPECT_EQ(c, Matrix::Zero(2, 3));
}

TEST(Linalg, TrianglesSolveAndMultiplyOnEitherSide) {
  Rng rng(5);
  const Matrix l = random_normal(4, 4, rng) + 3 * Matrix::Identity(4, 4);
  const Matrix lower = l.triangularView<Eigen::Lower>();  // what is above counts for nothing
  const Matrix tall = random_normal(4, 7, rng), wide = random_normal(7, 4, rng);
  const auto check = [&](Applied how, const Matrix& b, const Matrix& expected) {
    Matrix found = b;
    multiply_lower(l, how, found);
    EXPECT_LT((found - expected).norm(), 1e-13 * expected.norm());
    solve_lower(l, how, found);
    EXPECT_LT((found - b).norm(), 1e-12 * b.norm());
  };
  check(Applied::left, tall, lower * tall);
  check(Applied::left_transposed, tall, lower.transpose() * tall);
  check(Applied::right, wide, wide * lower);
  check(Applied::right_transposed, wide, wide * lower.transpose());
}

TEST(Linalg, AddsSquaresToTheLowerHalf) {
  Rng rng(6);
  const Matrix a = random_normal(3, 5, rng), before = random_normal(3, 3, rng);
  Matrix c = before;
  add_square(0.5, a, c);
  const Matrix expected = before + 0.5 * a * a.transpose();
  EXPECT_LT(Matrix((c - expected).triangularView<Eigen::Lower>()).norm(), 1e-14);
  EXPECT_EQ(Matrix(c.triangularView<Eigen::StrictlyUpper>()),
            Matrix(before.triangularView<Eigen::StrictlyUpper>()));
}

TEST(Linalg, EigenpairsRebuildTheMatrixLargestFirst) {
  Rng rng(3);
  const Matrix x = random_normal(12, 12, rng), a = x + x.transpose();
  const auto [values, vectors] = symmetric_eigen(a);
  EXPECT_LT((vectors * values.asDiagonal() * vectors.transpose() - a).norm(), 1e-12);
  EXPECT_TRUE(std::is_sorted(values.data(), values.data() + 12, std::greater<>()));
  for (Index c = 0; c < 12; ++c) {
    EXPECT_EQ(vectors.col(c).maxCoeff(), vectors.col(c).cwiseAbs().maxCoeff());
  }
}

TEST(LeadingEigen, IsTheLeadingPartOfAll) {
  Rng rng = make_rng(9);
  const Matrix root = random_normal(70, 70, rng), a = root + root.transpose();
  const Spectrum all = symmetric_eigen(a);
  for (const Index count : {0, 1, 7, 70}) {
    const Spectrum found = leading_eigen(a, count);
    EXPECT_LT((found.values - all.values.head(count)).norm(), 1e-12 * a.norm());
    EXPECT_LT((found.vectors - all.vectors.leftCols(count)).norm(), 1e-9);
  }
  Matrix equal = Matrix::Identity(40, 40);  // any basis will do, if it is orthonormal
  const Matrix v = leading_eigen(equal, 12).vectors;
  EXPECT_LT((v.transpose() * v - Matrix::Identity(12, 12)).norm(), 1e-12);
}

TEST(Linalg, SingularValuesAreThoseOfJacobiOnEitherSideOfTheSwitch) {
  Rng rng = make_rng(11);
  for (const auto& [rows, columns] :
       {std::pair<Index, Index>{9, 5}, {40, 15}, {16, 16}, {20, 33}}) {
    const Matrix a = random_normal(rows, columns, rng);
    const auto [u, values, v] = divided_svd(a);
    EXPECT_TRUE(values.isApprox(jacobi_svd(a).values, 1e-12)) << rows << " x " << columns;
    EXPECT_TRUE((u * values.asDiagonal() * v.transpose()).isApprox(a, 1e-12));
    EXPECT_TRUE((u.transpose() * u).isIdentity(1e-12));
    EXPECT_TRUE((v.transpose() * v).isIdentity(1e-12));
  }
}

TEST(Linalg, RefusesToDecomposeANonFiniteMatrix) {
  Matrix a = Matrix::Identity(3, 3);
  a(1, 1) = NAN;
  EXPECT_THROW(symmetric_eigen(a), Error);
}

}  // namespace mahala::test::linalg_test
