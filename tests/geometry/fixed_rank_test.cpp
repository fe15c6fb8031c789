#include "mahala/geometry/fixed_rank.hpp"

#include <gtest/gtest.h>

#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/random.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/retract_psd.hpp"

namespace mahala::test::fixed_rank_test {
namespace {

double apart(const Matrix& x, const Matrix& y) { return (x - y).norm() / y.norm(); }

Matrix nearest_of_rank(const Matrix& x, Index k) {
  const Svd svd = jacobi_svd(x);
  return svd.u.leftCols(k) * svd.values.head(k).asDiagonal() * svd.v.leftCols(k).transpose();
}

struct Drawn {
  Rng rng = make_rng(5);
  FixedRankPoint at{random_normal(14, 4, rng), random_normal(11, 4, rng)};
  FixedRank manifold{14, 11, 4};
  Matrix z = random_normal(14, 11, rng);
};

TEST(FixedRank, ProjectsOntoTangentsOrthogonally) {
  const Drawn drawn;
  const auto xi = drawn.manifold.project(drawn.at, drawn.z);
  EXPECT_LT((drawn.at.a.transpose() * xi.normal_a).norm(), 1e-12);
  EXPECT_LT((drawn.at.b.transpose() * xi.normal_b).norm(), 1e-12);
  const Matrix ambient = drawn.manifold.ambient(drawn.at, xi);
  const auto again = drawn.manifold.project(drawn.at, ambient);
  EXPECT_LT(apart(drawn.manifold.ambient(drawn.at, again), ambient), 1e-13);
  EXPECT_NEAR(ambient.cwiseProduct(drawn.z - ambient).sum(), 0, 1e-11);
  EXPECT_NEAR(drawn.manifold.inner(drawn.at, xi, xi), ambient.squaredNorm(), 1e-11);
}

TEST(FixedRank, RetractsToTheNearestMatrixUpToThirdOrder) {
  const Drawn drawn;
  const auto unit = drawn.manifold.project(drawn.at, drawn.z / drawn.z.norm());
  const auto error = [&](double t) {
    const FixedRankTangent xi{t * unit.m, t * unit.normal_a, t * unit.normal_b};
    const Matrix w = drawn.at.w() + drawn.manifold.ambient(drawn.at, xi);
    return (drawn.manifold.retract(drawn.at, xi).w() - nearest_of_rank(w, 4)).norm();
  };
  // Halving t divides a third-order error by 8, a second-order one by 4.
  for (const double t : {0.4, 0.2, 0.1}) EXPECT_GT(error(t) / error(t / 2), 7.0);
}

TEST(FixedRank, RetractsPositiveSemidefiniteMatricesToTheNearestUpToThirdOrder) {
  Rng rng = make_rng(6);
  const Matrix y = random_normal(12, 3, rng), g = random_normal(12, 12, rng);
  const Matrix z = (g + g.transpose()) / (2 * g.norm()), p = y * pseudo_inverse(y);
  const Matrix xi = p * z + z * p - p * z * p;
  const auto error = [&](double t) {
    const Matrix to = retract_psd(y, t * z);
    return (to * to.transpose() - nearest_of_rank(y * y.transpose() + t * xi, 3)).norm();
  };
  for (const double t : {0.4, 0.2, 0.1}) EXPECT_GT(error(t) / error(t / 2), 7.0);
}

TEST(FixedRank, RetractionDependsOnTheMatrixAndNotOnItsFactors) {
  Drawn drawn;
  const Matrix t = random_normal(4, 4, drawn.rng);
  const FixedRankPoint other{drawn.at.a * t, drawn.at.b * inverse(t).transpose()};
  const auto to = [&](const FixedRankPoint& at) {
    return drawn.manifold.retract(at, drawn.manifold.project(at, drawn.z)).w();
  };
  EXPECT_LT(apart(to(other), to(drawn.at)), 1e-12);
}

TEST(FixedRank, RefusesMoreRankThanThereAreRows) {
  EXPECT_EQ(error_message([] { FixedRank(3, 9, 4); }),
            "rank 4 must lie between 1 and the smaller side of a 3 x 9 matrix");
  EXPECT_EQ(error_message([] { FixedRank(3, 9, 0); }),
            "rank 0 must lie between 1 and the smaller side of a 3 x 9 matrix");
}

}  // namespace
}  // namespace mahala::test::fixed_rank_test
