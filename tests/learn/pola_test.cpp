// POLA beside the golden steps.

#include "mahala/learn/similarity/pola.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test::pola_test {
namespace {

TEST(PolaGolden, EveryStep) {
  for (const auto& golden : golden_files("logdet", "pola")) {
    const Matrix v = matrix(golden.at("V"));
    PseudoMetric metric{.a = Matrix::Zero(v.cols(), v.cols())};
    for (Index k = 0; k < v.rows(); ++k) {
      const auto& expected = golden.at("pola").at(static_cast<std::size_t>(k));
      const double y = golden.at("y").at(static_cast<std::size_t>(k)).get<double>();
      EXPECT_NEAR(metric.learn(v.row(k).transpose(), y), expected.at("loss").get<double>(), 1e-10);
      EXPECT_NEAR(metric.b, expected.at("b").get<double>(), 1e-10);
      EXPECT_LT((metric.a - matrix(expected.at("A"))).norm(), 1e-10);
    }
  }
}

TEST(Pola, StaysPositiveInManyDimensions) {
  Rng rng(3);
  PseudoMetric metric{.a = Matrix::Zero(80, 80)};
  for (int k = 0; k < 60; ++k) {
    metric.learn(0.2 * random_normal(80, 1, rng), k % 3 == 0 ? 1 : -1);
    EXPECT_GT(symmetric_eigen(metric.a).values.minCoeff(), -1e-10);
  }
  EXPECT_GE(metric.b, 1);
}

TEST(Pola, RefusesMeasuredDistances) {
  EXPECT_THROW(pola(blobs(), Pairs{{0, 1, Relation::equal, 2}}), Error);
  EXPECT_EQ(pola(blobs(), Pairs{}).model.identity, 1);
}

TEST(Pola, LowersTheMeanLossWithMorePasses) {
  const Dataset data = blobs(60, 4);
  Pairs pairs;
  for (Index i = 0; i + 4 < 60; ++i) {
    for (const Index j : {i + 1, i + 3}) {
      const bool alike = data.labels.share(i, j);
      pairs.push_back({i, j, alike ? Relation::at_most : Relation::at_least, 1});
    }
  }
  const double once = pola(data, pairs).objective;
  const Fit fit = pola(data, pairs, {.passes = 20});
  EXPECT_LT(fit.objective, once);
  EXPECT_EQ(fit.trace.size(), 21u);
}

TEST(Pola, KeepsAShareOfThePlainMetricUnlessItIsToBeAsPublished) {
  Dataset data = blobs(90);
  Rng rng = make_rng(1);
  const auto pairs = std::get<Pairs>(
      sample_constraints(Supervision::pairs, data.labels, data.x, {.count = 200}, rng));
  EXPECT_EQ(pola(data, pairs, {.identity = 0}).model.identity, 0);
  EXPECT_GT(pola(data, pairs, {.identity = 2}).model.identity, 0);
  EXPECT_EQ(error_message([] { pola_stream({.dim = 3}, {.identity = 2}, {}); }),
            "option identity: a stream keeps no samples to measure it by");
  data.labels = {};
  EXPECT_EQ(pola(data, pairs).model.identity, 0);
}

}  // namespace
}  // namespace mahala::test::pola_test
