#include "mahala/geometry/psd_flat.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"

namespace mahala::test::geometry_psd_flat_test {

TEST(PsdFlat, ProjectionIsHorizontal) {
  Rng rng(1);
  const PsdFlat m(9, 3);
  const Matrix g = m.random_point(rng), u = m.project(g, random_normal(9, 3, rng));
  EXPECT_LT((g.transpose() * u - u.transpose() * g).norm(), 1e-12);
}

TEST(PsdFlat, ProjectionRemovesPureRotations) {
  Rng rng(1);
  const PsdFlat m(9, 3);
  const Matrix g = m.random_point(rng), a = random_normal(3, 3, rng);
  EXPECT_LT(m.project(g, g * (a - a.transpose())).norm(), 1e-12);
}

TEST(PsdFlat, RefusesARankOutsideOneToDimension) {
  EXPECT_THROW(PsdFlat(3, 4), Error);
  EXPECT_THROW(PsdFlat(3, 0), Error);
}

}  // namespace mahala::test::geometry_psd_flat_test
