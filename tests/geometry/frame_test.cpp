// Frames stay frames, however long the steps are.

#include "mahala/geometry/frame.hpp"

#include <gtest/gtest.h>

#include "mahala/geometry/lazy_frame.hpp"

namespace mahala::test::frame_test {
namespace {

constexpr FrameRetraction every[] = {FrameRetraction::qf, FrameRetraction::uf,
                                     FrameRetraction::exp};

double off(const Matrix& u) {
  return (u.transpose() * u - Matrix::Identity(u.cols(), u.cols())).norm();
}

TEST(Frame, StaysOneThroughLongSteps) {
  for (const auto retraction : every) {
    SCOPED_TRACE(static_cast<int>(retraction));
    Rng rng(3);
    Matrix u = random_frame(40, 4, rng);
    for (int t = 0; t < 50; ++t) {
      // A few directions at once, some far longer than others.
      const Matrix z = random_normal(40, 1, rng) * random_normal(1, 4, rng);
      const Matrix xi = normal_part(u, 1e4 * z + random_normal(40, 4, rng));
      EXPECT_LT((u.transpose() * xi).norm(), 1e-14 * xi.norm());
      u = retract_frame(u, xi, retraction);
      ASSERT_LT(off(u), 1e-12) << "after " << t + 1;
    }
  }
}

TEST(Frame, NormalPartIsNormalToAlmostEverythingInside) {
  Rng rng(4);
  const Matrix u = random_frame(30, 3, rng);
  const Matrix z = u * random_normal(3, 3, rng) + 1e-10 * random_normal(30, 3, rng);
  const Matrix normal = normal_part(u, z);
  EXPECT_LT((u.transpose() * normal).norm(), 1e-12 * normal.norm());
}

TEST(Frame, TheNearestOfAnIllConditionedMatrixIsAFrame) {
  Rng rng(5);
  Matrix a = random_normal(30, 3, rng);
  a.col(2) = a.col(0) + 1e-11 * a.col(1);
  EXPECT_LT(off(uf(a)), 1e-13);
  const Matrix u = random_frame(30, 3, rng);
  EXPECT_LT((uf(u) - u).norm(), 1e-13);
}

/// Sparse vectors, p at a time.
struct Sparse {
  std::vector<SparseVector> x;
  std::vector<SparseView> views;

  Sparse(Index dim, Index nonzeros, Index count, Rng& rng) : x(static_cast<std::size_t>(count)) {
    for (SparseVector& each : x) {
      for (Index k = 0; k < nonzeros; ++k) {
        each.push(k * (dim / nonzeros) + random_index(dim / nonzeros, rng),
                  random_normal(1, 1, rng)(0, 0));
      }
    }
    for (const SparseVector& each : x) views.push_back(each.view());
  }
};

TEST(LazyFrame, StaysOneThroughLongStepsOfOneSample) {
  for (const auto retraction : every) {
    SCOPED_TRACE(static_cast<int>(retraction));
    Rng rng(6);
    LazyFrame frame(random_frame(60, 3, rng), retraction);
    LazyFrame::Seen seen;
    for (int t = 0; t < 50; ++t) {
      const Sparse one(60, 6, 1, rng);
      frame.see(one.views[0], seen);
      const Vector b = random_normal(3, 1, rng);
      frame.turn(one.views[0], seen, b, std::pow(10, t % 6 - 1));
      ASSERT_LT(off(frame.frame()), 1e-11) << "after " << t + 1;
    }
  }
}

TEST(LazyFrame, StaysOneAndGoesWithTheDenseStepThroughLongStepsOfSeveral) {
  for (const auto retraction : every) {
    for (const Index p : {3, 12}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(retraction) << ", " << p << " at once");
      Rng rng(7);
      LazyFrame frame(random_frame(200, 3, rng), retraction);
      for (int t = 0; t < 50; ++t) {
        const Sparse batch(200, 6, p, rng);
        Matrix z(3, p), q(3, p), xi = Matrix::Zero(200, 3);
        const Matrix b = std::pow(10, t % 6 - 2) * random_normal(3, p, rng);
        LazyFrame::Seen seen;
        for (Index k = 0; k < p; ++k) {
          frame.see(batch.views[static_cast<std::size_t>(k)], seen);
          z.col(k) = seen.z;
          q.col(k) = seen.q;
          xi += dense(batch.views[static_cast<std::size_t>(k)], 200) * b.col(k).transpose();
        }
        const Matrix u = frame.frame();
        frame.turn(batch.views, z, q, b, gram(batch.views));
        ASSERT_LT(off(frame.frame()), 1e-11) << "after " << t + 1;
        const Matrix to = retract_frame(u, normal_part(u, xi), retraction);
        EXPECT_LT((frame.frame() - to).norm(), 1e-7) << "after " << t + 1;
      }
    }
  }
}

}  // namespace
}  // namespace mahala::test::frame_test
