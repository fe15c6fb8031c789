// Sparse weights of bases beside their definition, a slow reference and optimality conditions.

#include "mahala/optimize/neighbours/sparse_margins.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/random.hpp"
#include "mahala/optimize/neighbours/nonnegative_quadratic.hpp"
#include "mahala/optimize/neighbours/triplet_margins.hpp"

namespace mahala::test::sparse_margins_test {
namespace {

class SparseMarginsTest : public testing::Test {
 protected:
  SparseMarginsTest() {
    Rng rng = make_rng(3);
    z = random_normal(12, 40, rng);
    z.row(0) *= 3;
    for (Index q = 0; q < 20; ++q) {
      groups.push_back({q, {q + 1, q + 2}, {q + 5, q + 9, q + 15}, {1, 0.5, 2}});
    }
  }

  /// A of the header, by its definition, and c.
  void define() {
    std::vector<Vector> rows;
    std::vector<double> weights;
    const auto squares = [&](Index i, Index j) {
      return Vector((z.col(i) - z.col(j)).array().square());
    };
    for (const MarginGroup& g : groups) {
      for (const Index near : g.near) {
        for (std::size_t l = 0; l < g.far.size(); ++l) {
          rows.push_back(squares(g.query, g.far[l]) - squares(g.query, near));
          weights.push_back(g.weight[l]);
        }
      }
    }
    a = Matrix(std::ssize(rows), z.rows());
    for (Index k = 0; k < a.rows(); ++k) a.row(k) = rows[static_cast<std::size_t>(k)];
    c = Eigen::Map<const Vector>(weights.data(), a.rows()) / static_cast<double>(a.rows());
  }

  double objective(const Vector& w, double beta) const {
    return c.dot((1 - (a * w).array()).cwiseMax(0).matrix()) + beta * w.sum();
  }

  Matrix z, a;
  Vector c;
  std::vector<MarginGroup> groups;
};

TEST_F(SparseMarginsTest, HasTheProductsOfItsMatrix) {
  define();
  const TripletMargins triplets(groups);
  Rng rng = make_rng(4);
  const Vector w = random_normal(a.cols(), 1, rng), u = random_normal(a.rows(), 1, rng);
  EXPECT_LT((triplets.margins(z, w) - a * w).norm(), 1e-10 * (a * w).norm());
  EXPECT_LT((triplets.adjoint(z, u) - a.transpose() * u).norm(), 1e-10 * a.norm());
  const Vector q = u.cwiseMax(0);
  EXPECT_LT((triplets.square(z, q) - a.transpose() * q.asDiagonal() * a).norm(),
            1e-10 * a.squaredNorm());
  EXPECT_LT((triplets.shares() - c).norm(), 1e-14);
}

TEST_F(SparseMarginsTest, ReachesTheOptimumItCertifies) {
  define();
  for (const double beta : {1e-4, 0.01, 0.1}) {
    SCOPED_TRACE(beta);
    const SparseMargins fit = solve_sparse_margins(z, groups, beta, {.tolerance = 1e-6});
    EXPECT_EQ(fit.status, Status::converged) << fit.message;
    EXPECT_LE(fit.gap, 1e-6);
    EXPECT_NEAR(fit.objective, objective(fit.weights, beta), 1e-9);
    EXPECT_NEAR(fit.objective, sparse_margin_objective(z, groups, beta, fit.weights), 1e-9);
    EXPECT_GE(fit.weights.minCoeff(), 0);
  }
}

// Projected sub-gradient steps of falling length, which know nothing of duals.
TEST_F(SparseMarginsTest, IsAsGoodAsAThousandTimesAsManySlowSteps) {
  define();
  const double beta = 0.01;
  const SparseMargins fit = solve_sparse_margins(z, groups, beta, {.tolerance = 1e-6});
  Vector w = Vector::Zero(a.cols());
  double best = objective(w, beta);
  for (int k = 1; k <= 100000; ++k) {
    const Vector active = ((a * w).array() < 1).select(c, 0);
    const Vector slope = (beta - (a.transpose() * active).array()).matrix();
    w = (w - 0.3 / std::sqrt(k) / std::max(slope.norm(), 1e-12) * slope).cwiseMax(0);
    best = std::min(best, objective(w, beta));
  }
  EXPECT_LE(fit.objective, best * (1 + 1e-6));
  EXPECT_NEAR(fit.objective, best, 1e-2 * best);
}

TEST_F(SparseMarginsTest, LeavesAllAtZeroWhereThatIsBest) {
  define();
  const SparseMargins fit = solve_sparse_margins(z, groups, 1e3);
  EXPECT_EQ(fit.weights, Vector(Vector::Zero(z.rows())));
  EXPECT_NEAR(fit.objective, c.sum(), 1e-12);
  EXPECT_LE(fit.gap, 1e-3);
}

TEST_F(SparseMarginsTest, DoesNotDependOnUnits) {
  const SparseMargins plain = solve_sparse_margins(z, groups, 0.01, {.tolerance = 1e-6});
  for (const double unit : {1e-60, 1e60}) {
    const SparseMargins other =
        solve_sparse_margins(z * unit, groups, 0.01 * unit * unit, {.tolerance = 1e-6});
    EXPECT_NEAR(other.objective, plain.objective, 1e-6 * plain.objective);
  }
}

TEST(NonnegativeQuadratic, MeetsTheConditionsOfOptimality) {
  Rng rng = make_rng(6);
  for (int trial = 0; trial < 20; ++trial) {
    const Matrix root = random_normal(15, 20, rng);
    const Matrix h = root * root.transpose() + 1e-3 * Matrix::Identity(15, 15);
    const Vector g = 10 * random_normal(15, 1, rng);
    const Vector w = Vector(random_normal(15, 1, rng)).cwiseMax(0);
    const Vector x = nonnegative_minimiser(h, g, w);
    const Vector slope = g + h * (x - w);
    EXPECT_GE(x.minCoeff(), 0);
    EXPECT_GE(slope.minCoeff(), -1e-8);
    EXPECT_LT(x.cwiseProduct(slope).cwiseAbs().maxCoeff(), 1e-8);
  }
}

}  // namespace
}  // namespace mahala::test::sparse_margins_test
