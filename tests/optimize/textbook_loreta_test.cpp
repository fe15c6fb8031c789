#include "mahala/optimize/textbook_loreta.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <Eigen/SVD>
#include <cmath>

#include "mahala/core/pseudo_inverse.hpp"
#include "mahala/core/random.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test {
namespace {

double apart(const Matrix& x, const Matrix& y) { return (x - y).norm() / y.norm(); }

Matrix nearest_of_rank(const Matrix& x, Index k) {
  const Eigen::JacobiSVD<Matrix> svd(x, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return svd.matrixU().leftCols(k) * svd.singularValues().head(k).asDiagonal() *
         svd.matrixV().leftCols(k).transpose();
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
  const FixedRankPoint other{drawn.at.a * t, drawn.at.b * t.inverse().transpose()};
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

TEST(TextbookLoreta, StepsAreRetractionsOfProjectedGradients) {
  Drawn drawn;
  for (const Index r : {1, 3}) {
    const Matrix g1 = 0.2 * random_normal(14, r, drawn.rng), g2 = random_normal(11, r, drawn.rng);
    const auto xi = drawn.manifold.project(drawn.at, g1 * g2.transpose());
    const Matrix wanted = drawn.manifold.retract(drawn.at, xi).w();
    EXPECT_LT(apart(loreta_step(drawn.at, g1, g2).w(), wanted), 1e-13);
    if (r > 1) continue;
    TextbookLoreta textbook(drawn.at.a, drawn.at.b);
    textbook.step(g1, g2);
    EXPECT_LT(apart(textbook.point().w(), wanted), 1e-13);
    EXPECT_LT(apart(textbook.left_inverse(), pseudo_inverse(textbook.point().a)), 1e-12);
    EXPECT_LT(apart(textbook.right_inverse(), pseudo_inverse(textbook.point().b)), 1e-12);
  }
}

TEST(TextbookLoreta, PsdStepsAreRetractionsOfProjectedGradients) {
  Rng rng = make_rng(7);
  const Matrix y = random_normal(13, 4, rng), f = 0.3 * random_normal(13, 3, rng);
  const Matrix g = random_normal(3, 3, rng), c = (g + g.transpose()) / 2;
  const auto square = [](const Matrix& factor) { return Matrix(factor * factor.transpose()); };
  EXPECT_LT(apart(square(loreta_psd_step(y, f, c)), square(retract_psd(y, f * c * f.transpose()))),
            1e-13);
  TextbookLoretaPsd textbook(y);
  textbook.step(f.col(0), f.col(1));
  EXPECT_LT(apart(square(textbook.factor()),
                  square(retract_psd(y, f.col(0) * f.col(1).transpose()))),
            1e-13);
  EXPECT_LT(apart(textbook.inverse(), pseudo_inverse(textbook.factor())), 1e-12);
}

TEST(TextbookLoreta, RefusesTheStepThatWouldLoseARank) {
  Drawn drawn;
  // In the span of both factors with s = 2 - 2 sqrt(3): beta and w vanish.
  Vector p = drawn.at.a * random_normal(4, 1, drawn.rng);
  const Vector q = drawn.at.b * random_normal(4, 1, drawn.rng);
  TextbookLoreta textbook(drawn.at.a, drawn.at.b);
  const double s = (textbook.left_inverse() * p).dot(textbook.right_inverse() * q);
  p *= (2 - 2 * std::sqrt(3)) / s;
  EXPECT_NE(error_message([&] { textbook.step(p, q); }).find("would lose a rank"),
            std::string::npos);
  EXPECT_EQ(textbook.point().a, drawn.at.a);
  EXPECT_EQ(textbook.point().b, drawn.at.b);
}

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
}  // namespace mahala::test
