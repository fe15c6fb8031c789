// Learners of embedded samples that are pulled to their start.

#include "mahala/learn/neighbours/near_start.hpp"

#include <gtest/gtest.h>

#include "mahala/learn/neighbours/lmnn.hpp"
#include "mahala/learn/neighbours/mcml.hpp"
#include "mahala/learn/neighbours/nca.hpp"
#include "mahala/learn/neighbours/ncmml.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/slopes.hpp"

namespace mahala::test::near_start_test {
namespace {

Matrix metric(const Fit& fit) { return fit.model.left * fit.model.left.transpose(); }

/// The metrics of all four from the same samples.
std::vector<Matrix> learned(const Dataset& data, const NearStartOptions& near, Index rank = 0) {
  const StartOptions from{.rank = rank, .usual_rank = 64};
  const LbfgsOptions exact{.tolerance = 1e-9};
  return {metric(lmnn(data, Nothing{}, {.from = from, .near = near, .descent = exact})),
          metric(nca(data, {.from = from, .near = near, .descent = exact})),
          metric(mcml(data, {.from = from, .near = near, .descent = exact, .identity = 0})),
          metric(ncmml(data, {.from = from, .near = near, .descent = exact}))};
}

Dataset scaled(Dataset data, double by) {
  std::get<Matrix>(data.x.storage()) *= by;
  return data;
}

TEST(NearStart, AStrongPullKeepsTheStartButForItsScale) {
  for (const Matrix& w : learned(blobs(60, 5), {.lambda = 1e6})) {
    const Matrix round = w / w(0, 0);
    EXPECT_LT((round - Matrix::Identity(5, 5)).norm(), 1e-3) << round;
  }
}

TEST(NearStart, TheScaleOfTheDataDoesNotCount) {
  const Dataset data = blobs(60, 5);
  const auto plain = learned(data, {.lambda = 1}),
             large = learned(scaled(data, 1024), {.lambda = 1});
  for (std::size_t k = 0; k < plain.size(); ++k) {
    EXPECT_LT((1024 * 1024 * large[k] - plain[k]).norm(), 1e-3 * plain[k].norm()) << k;
  }
}

TEST(NearStart, ListensToWhatTellsClassesApart) {
  for (const Matrix& w : learned(blobs(120, 6), {})) {
    EXPECT_GT(w.topLeftCorner(2, 2).trace(), w.bottomRightCorner(4, 4).trace());
  }
}

TEST(NearStart, ALowRankMayLeaveItsPrincipalAxes) {
  // The classes differ where samples vary least.
  Dataset data = blobs(120, 6);
  for (const Matrix& w : learned(data, {.lambda = 0.05}, 2)) {
    EXPECT_GT(w.topLeftCorner(2, 2).norm(), 0.1 * w.norm());
  }
}

TEST(NearStart, TheUnitIsThatOfNearSamples) {
  const Dataset data = blobs(90, 5);
  const double unit = near_unit(data.x, data.labels, 1);
  EXPECT_GT(unit, 0);
  EXPECT_NEAR(near_unit(scaled(data, 8).x, data.labels, 1), 64 * unit, 1e-9 * unit);
  const Samples same(Matrix(Matrix::Ones(5, 90)));
  EXPECT_EQ(near_unit(same, data.labels, 1), 1);
}

TEST(NearStart, ThePullIsPartOfTheGradient) {
  const Dataset data = blobs(60, 5);
  const Classes classes = classes_of(data);
  Rng rng(5);
  const StartPull pull(0.7, random_normal(5, 3, rng));
  SoftNeighbours neighbours;
  const auto loss = [&](const Matrix& z, Matrix& zl) {
    return nca_objective(classes, z, zl, neighbours);
  };
  const auto f = [&](const Matrix& g, Matrix& gradient) {
    return factor_slope(data.x, loss, pull, g, gradient);
  };
  EXPECT_LT(slope_error(f, 0.3 * random_normal(5, 3, rng), 1e-6), 1e-5);
}

}  // namespace
}  // namespace mahala::test::near_start_test
