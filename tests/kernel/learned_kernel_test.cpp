// Learned kernels between samples that learning has not seen.

#include "mahala/kernel/learned_kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/core/random.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/logdet_golden.hpp"

namespace mahala::test::learned_kernel_test {
namespace {

TEST(LearnedKernel, MatchesTheReferenceOnNewSamples) {
  int seen = 0;
  for (const auto& all : golden_files("logdet", "Z")) {
    if (!all.contains("K0") || !all.contains("sweep1")) continue;
    ++seen;
    const Samples x(Matrix(matrix(all.at("X")).transpose()));
    const Samples z(Matrix(matrix(all.at("Z")).transpose()));
    // "gaussian exp(-0.4|x-z|^2)"
    const std::string described = all.at("kernel");
    const KernelOptions options{.kernel = "gaussian",
                                .gamma = std::stod(described.substr(described.find('-') + 1))};
    expect_close(kernel_matrix(x, options), matrix(all.at("K0")), 1e-12, "K0");
    for (const char* stage : {"sweep1", "sweep10", "converged"}) {
      const auto& wanted = all.at(stage);
      const LearnedKernel kernel(x, matrix(wanted.at("S")), options);
      expect_close(kernel.between(z, z), matrix(wanted.at("kappa_new")), 1e-10, "kappa");
      expect_close(kernel.between(z, x), matrix(wanted.at("kappa_new_train")), 1e-10, "cross");
      expect_close(kernel.between(x, x), matrix(wanted.at("K")), 1e-9, "K");
    }
  }
  EXPECT_GT(seen, 0);
}

TEST(LearnedKernel, DistancesFollowFromItsValues) {
  Rng rng(3);
  const Samples x(random_normal(3, 6, rng)), z(random_normal(3, 4, rng));
  const Matrix g = random_normal(6, 6, rng);
  for (const KernelOptions& options :
       {KernelOptions{}, KernelOptions{.kernel = "polynomial", .gamma = 0.5},
        KernelOptions{.kernel = "gaussian", .gamma = 0.3}}) {
    const LearnedKernel kernel(x, 0.1 * g * g.transpose(), options);
    const Matrix all = kernel.between(x, z), own = kernel.between(x, x),
                 other = kernel.between(z, z);
    const Matrix squares = kernel.squared_distances(x, z);
    for (Index i = 0; i < 6; ++i) {
      for (Index j = 0; j < 4; ++j) {
        EXPECT_NEAR(squares(i, j), own(i, i) + other(j, j) - 2 * all(i, j), 1e-9);
      }
    }
  }
}

TEST(LearnedKernel, RefusesAMiddleOfAnotherSize) {
  EXPECT_EQ(error_message([] {
              LearnedKernel(Samples(Matrix(Matrix::Ones(2, 3))), Matrix::Identity(2, 2), {});
            }),
            "a kernel learned on 3 samples has a 2 x 2 middle");
}

TEST(PrecomputedKernel, IsTheSamplesThemselvesIfTheyAreAKernel) {
  Rng rng(1);
  const Matrix g = random_normal(3, 4, rng);
  const Matrix k = g.transpose() * g;
  EXPECT_LT((kernel_matrix(Samples(k), {.kernel = "precomputed"}) - k).norm(), 1e-12);
  const auto message = [](const Matrix& m) {
    return error_message([&] { kernel_matrix(Samples(m), {.kernel = "precomputed"}); });
  };
  EXPECT_THAT(message(g), testing::HasSubstr("has 3 numbers a sample, not 4"));
  Matrix skew = k;
  skew(0, 1) += 1;
  EXPECT_THAT(message(skew), testing::HasSubstr("not symmetric"));
  EXPECT_THAT(message(Matrix(Eigen::Matrix2d{{1, 2}, {2, 1}})),
              testing::HasSubstr("negative squared distance"));
  EXPECT_THAT(
      error_message([&] { cross_kernel(Samples(k), Samples(k), {.kernel = "precomputed"}); }),
      testing::HasSubstr("its own samples alone"));
}

}  // namespace
}  // namespace mahala::test::learned_kernel_test
