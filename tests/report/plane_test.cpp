#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/random.hpp"
#include "mahala/report/metric_figures.hpp"

namespace mahala::test::plane_test {

TEST(Plane, KeepsDistancesOfFlatPoints) {
  Rng rng = make_rng(6);
  const Matrix flat = random_normal(2, 30, rng);
  const Matrix basis = Qr(random_normal(5, 2, rng)).q(2);
  const Matrix p = plane(Samples(Matrix((basis * flat).colwise() + Vector::Constant(5, 3))));
  ASSERT_EQ(p.rows(), 2);
  for (Index i = 1; i < 30; ++i) {
    EXPECT_NEAR((p.col(i) - p.col(0)).norm(), (flat.col(i) - flat.col(0)).norm(), 1e-11);
  }
  EXPECT_LT(p.rowwise().mean().norm(), 1e-12);
  EXPECT_GE(p.row(0).norm(), p.row(1).norm());
}

TEST(Plane, GivesOneDimensionAZeroSecondRow) {
  const Matrix p = plane(Samples((Matrix(1, 3) << 1, 2, 6).finished()));
  EXPECT_EQ(p.row(1).norm(), 0);
  EXPECT_NEAR(p(0, 2) - p(0, 0), 5, 1e-12);
}

TEST(Plane, LaysOutASingleSample) {
  EXPECT_LT(plane(Samples(Matrix(Matrix::Ones(4, 1)))).norm(), 1e-12);
}

TEST(Plane, LaysSparseSamplesOutAsDenseOnes) {
  Rng rng = make_rng(2);
  const Matrix x = random_normal(7, 150, rng).cwiseMax(0);
  const Matrix dense = plane(Samples(x)), sparse = plane(Samples(SparseMatrix(x.sparseView())));
  EXPECT_LT((dense - sparse).norm(), 1e-9 * dense.norm());
}

TEST(Plane, AFewFarSamplesDoNotTurnTheOthersIntoALine) {
  Rng rng = make_rng(3);
  Matrix x = Matrix::Zero(3, 200);
  x.topRows(2) = random_normal(2, 200, rng);
  x(2, 0) = x(2, 1) = 1000;
  const Matrix p = plane(Samples(x)).rightCols(198);
  for (Index row = 0; row < 2; ++row) {
    EXPECT_GT((p.row(row).array() - p.row(row).mean()).matrix().norm(), 0.5 * std::sqrt(198));
  }
}

TEST(Plane, RefusesNothing) {
  EXPECT_THROW(plane(Samples(Matrix(3, 0))), Error);
  EXPECT_THROW(plane(Samples(Matrix(0, 3))), Error);
}

}  // namespace mahala::test::plane_test
