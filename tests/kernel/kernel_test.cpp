#include "mahala/kernel/kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/random.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test::kernel_test {
namespace {

TEST(Kernel, CentringMatchesTheReference) {
  const auto each = golden("geometry/evaluation.json").at("center_kernel");
  EXPECT_LT((centred_kernel(matrix(each.at("K"))) - matrix(each.at("Kc"))).norm(), 1e-11);
}

TEST(Kernel, LeadingComponentsMatchTheReference) {
  const auto each = golden("geometry/evaluation.json").at("kernel_pca_W_r2");
  const Matrix g = kernel_components(matrix(each.at("K")), 2);
  EXPECT_LT((g * g.transpose() - matrix(each.at("W"))).norm(), 1e-11);
}

TEST(Kernel, FollowsItsDefinitionOnDenseAndSparseSamples) {
  Rng rng(3);
  const Matrix x = random_normal(4, 7, rng).cwiseMax(0);
  for (const Samples& samples : {Samples(x), Samples(SparseMatrix(x.sparseView()))}) {
    const Matrix linear = kernel_matrix(samples, {});
    const Matrix gaussian = kernel_matrix(samples, {.kernel = "gaussian", .gamma = 0.3});
    const Matrix power =
        kernel_matrix(samples, {.kernel = "polynomial", .gamma = 0.5, .degree = 3, .offset = 2});
    for (Index i = 0; i < 7; ++i) {
      for (Index j = 0; j < 7; ++j) {
        const double inner = x.col(i).dot(x.col(j));
        EXPECT_NEAR(linear(i, j), inner, 1e-12);
        EXPECT_NEAR(gaussian(i, j), std::exp(-0.3 * (x.col(i) - x.col(j)).squaredNorm()), 1e-12);
        EXPECT_NEAR(power(i, j), std::pow(0.5 * inner + 2, 3), 1e-10);
      }
    }
  }
}

TEST(Kernel, ComponentsOfALinearKernelKeepDistances) {
  Rng rng(4);
  const Matrix x = random_normal(3, 9, rng);
  const Matrix g = kernel_components(centred_kernel(kernel_matrix(Samples(x), {})), 3);
  for (Index i = 0; i < 9; ++i) {
    EXPECT_NEAR((g.row(i) - g.row(0)).squaredNorm(), (x.col(i) - x.col(0)).squaredNorm(), 1e-10);
  }
}

}  // namespace
}  // namespace mahala::test::kernel_test
