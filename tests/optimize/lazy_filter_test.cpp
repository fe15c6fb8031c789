#include "mahala/optimize/online/lazy_filter.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/linalg/symmetric.hpp"
#include "mahala/geometry/psd_polar.hpp"
#include "mahala/optimize/regression/sparse_pairs.hpp"

namespace mahala::test::lazy_filter_test {
namespace {

constexpr Index dim = 40, rank = 3, samples = 300;

/// Sparse inputs with the outputs of a hidden system of low rank.
struct SparseSystem {
  SparseMatrix x{dim, samples};
  Vector y{samples};
  Matrix g;

  SparseSystem() {
    Rng rng(5);
    Matrix dense = random_normal(dim, samples, rng);
    dense = (dense.array().abs() > 1.3).select(dense, 0);
    x = SparseMatrix(dense.sparseView());
    const Matrix truth = random_normal(dim, rank, rng);
    for (Index k = 0; k < samples; ++k) y[k] = (truth.transpose() * dense.col(k)).squaredNorm();
    g = random_normal(dim, rank, rng);
  }
};

/// The two filters make the same predictions and end at the same W.
template <class Lazy, class Dense>
void expect_same_road(Lazy lazy, Dense dense, const SparseSystem& system, const Vector& y) {
  for (Index k = 0; k < samples; ++k) {
    const Vector x = Vector(system.x.col(k));
    const SparseView view = sparse_column(system.x, k);
    const double expected = dense.predict(x);
    ASSERT_NEAR(lazy.predict(view), expected, 1e-9 * (1 + std::abs(expected))) << k;
    lazy.update(view, y[k]);
    dense.update(x, y[k]);
  }
  const Matrix a = lazy.factor() * lazy.factor().transpose();
  const Matrix b = dense.factor() * dense.factor().transpose();
  EXPECT_LT((a - b).norm(), 1e-10 * b.norm());
}

class LazyFilter : public testing::TestWithParam<bool> {
 protected:
  FilterSettings settings(double lms, double nlms) const {
    return {.normalised = GetParam(), .gain = GetParam() ? nlms : lms};
  }
  SparseSystem system;
};

TEST_P(LazyFilter, OfAVectorFollowsTheDenseOne) {
  Rng rng(6);
  const Vector w = random_normal(dim, 1, rng), y = system.x.transpose() * w;
  const Vector start = Vector::Zero(dim);
  const FilterSettings s = settings(0.01, 0.5);
  expect_same_road(LazyVectorFilter(start, s), VectorFilter(start, s), system, y);
}

TEST_P(LazyFilter, OfTheFlatGeometryFollowsTheDenseOne) {
  const FilterSettings s = settings(1e-4, 0.4);
  expect_same_road(LazyFlatFilter(system.g, s), FlatFilter(system.g, s), system, system.y);
}

TEST_P(LazyFilter, OfThePolarGeometryFollowsTheDenseOneForEveryLambdaAndRetraction) {
  FrameAndCore start = polar_from_factor(system.g);
  start.r = (start.r * start.r.transpose()).eval();
  for (const double lambda : {0.0, 0.5, 1.0}) {
    for (const auto retraction : {FrameRetraction::qf, FrameRetraction::uf, FrameRetraction::exp}) {
      FilterSettings s = settings(1e-6, 1);
      s.lambda = lambda;
      s.retraction = retraction;
      expect_same_road(LazyPolarFilter(start, s), PolarFilter(start, s), system, system.y);
    }
  }
}

TEST_P(LazyFilter, SkipsAnInputOfZero) {
  const FilterSettings s = settings(1e-4, 0.4);
  LazyFlatFilter filter(system.g, s);
  filter.update({}, 3);
  EXPECT_EQ(filter.factor(), system.g);
}

INSTANTIATE_TEST_SUITE_P(LmsAndNlms, LazyFilter, testing::Bool(),
                         [](const auto& each) { return each.param ? "nlms" : "lms"; });

}  // namespace
}  // namespace mahala::test::lazy_filter_test
