#include "mahala/optimize/descent/blocks.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/core/watch.hpp"

namespace mahala::test::blocks_test {
namespace {

/// Several blocks of each kind, the last ones smaller.
Matrix definite() {
  Rng rng = make_rng(1);
  const Matrix factor = random_normal(900, 900, rng);
  Matrix a = factor * factor.transpose();
  a.diagonal().array() += 10;
  return a;
}

TEST(Blocks, FactorInverseAndProduct) {
  const Matrix a = definite();
  Matrix factored = a;
  ASSERT_TRUE(factorise(factored));
  const Matrix l = factored.triangularView<Eigen::Lower>();
  EXPECT_LT((product_a_bt(l, l) - a).norm(), 1e-13 * a.norm());
  EXPECT_LT((l * l.transpose() - a).norm(), 1e-13 * a.norm());
  const Matrix inverse = inverse_of_factorised(factored);
  EXPECT_LT((a * inverse - Matrix::Identity(900, 900)).norm(), 1e-8);
  EXPECT_EQ(inverse, inverse.transpose());
}

TEST(Blocks, FactorOnlyWhatIsDefinite) {
  Matrix a = definite();
  a(600, 600) = -1;
  EXPECT_FALSE(factorise(a));
  a = definite();
  a(600, 5) = a(5, 600) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(factorise(a));
  Matrix none;
  EXPECT_TRUE(factorise(none));
}

TEST(Blocks, DoNotDependOnThreads) {
  const int before = threads();
  std::vector<Matrix> factors, inverses, products;
  for (const int count : {1, 4}) {
    set_threads(count);
    Matrix a = definite();
    products.push_back(product_a_bt(a, a));
    factorise(a);
    factors.emplace_back(a.triangularView<Eigen::Lower>());
    inverses.push_back(inverse_of_factorised(a));
  }
  set_threads(before);
  EXPECT_EQ(factors[0], factors[1]);
  EXPECT_EQ(inverses[0], inverses[1]);
  EXPECT_EQ(products[0], products[1]);
}

TEST(Blocks, AreInterrupted) {
  Matrix a = definite();
  const Watch watch([] { return true; });
  EXPECT_THROW(factorise(a), Interrupted);
}

}  // namespace
}  // namespace mahala::test::blocks_test
