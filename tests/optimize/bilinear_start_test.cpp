#include "mahala/optimize/similarity/bilinear_start.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/linalg/decompositions.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/random_labelled.hpp"

namespace mahala::test::bilinear_start_test {

constexpr Index dim = labelled_dim;

namespace {

TEST(Starts, HaveTheRankAskedFor) {
  Rng rng = make_rng(40);
  const auto padded = identity_start(4, 6, 3);
  Matrix wanted = Matrix::Zero(4, 6);
  wanted.diagonal().head(3).setOnes();
  EXPECT_EQ(padded.w(), wanted);
  EXPECT_NEAR(gaussian_start(300, 300, 5, rng, 0.2).a.norm() / std::sqrt(1500), 0.2, 0.02);
  EXPECT_NEAR(gaussian_start_psd(300, 5, rng).norm() / std::sqrt(300), 1, 0.1);
  for (const Index rank : {0, 5}) {
    EXPECT_EQ(
        error_message([&] { identity_start(4, 6, rank); }),
        fmt::format("rank {} must lie between 1 and the smaller side of a 4 x 6 matrix", rank));
  }
}

TEST(Starts, FromZeroWaitForUpdatesThatSpanTheRank) {
  ZeroStart start(label_count, dim, 2, 0.1);
  const DenseViews views(dim);
  const Vector x = Vector::Unit(dim, 0);
  const std::vector<Index> labels{3};
  for (int t = 0; t < 6; ++t) start.update({views(x), labels});
  EXPECT_FALSE(start.ready()) << "all updates are multiples of one";
  EXPECT_EQ(error_message([&] { start.start(); }),
            "6 updates of a perceptron do not span rank 2: more examples are needed");
}

TEST(Starts, FromZeroFillDirectionsThatUpdatesCannotSpan) {
  // One label a sample: every direction sums to 0, so the perceptron never has the rank of labels.
  Rng rng = make_rng(41);
  ZeroStart start(4, dim, 4, 0.1);
  const DenseViews views(dim);
  for (Index t = 0; start.updates() < 32; ++t) {
    const Vector x = random_normal(dim, 1, rng);
    const std::vector<Index> labels{t % 4};
    start.update({views(x), labels});
  }
  ASSERT_FALSE(start.ready());
  const FixedRankPoint filled = start.filled_start(rng);
  const Svd svd = jacobi_svd(filled.w());
  const Vector& sigma = svd.values;
  EXPECT_NEAR(sigma[3] / sigma[0], 0.01, 1e-12);
  const Matrix kept =
      svd.u.leftCols(3) * sigma.head(3).asDiagonal() * svd.v.leftCols(3).transpose();
  EXPECT_LT((kept - start.sum()).norm(), 1e-12 * start.sum().norm());
}

}  // namespace
}  // namespace mahala::test::bilinear_start_test
