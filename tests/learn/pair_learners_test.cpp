// LSML and MMC beside their definitions.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/linalg.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/learn/convex/lsml.hpp"
#include "mahala/learn/convex/mmc.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/slopes.hpp"

namespace mahala::test::pair_learners_test {
namespace {

double distance(const Matrix& w, const Matrix& x, Index i, Index j) {
  const Vector d = x.col(i) - x.col(j);
  return std::sqrt(d.dot(w * d));
}

class Lsml : public testing::Test {
 protected:
  Lsml() {
    Rng rng(3);
    triplets = std::get<Triplets>(
        sample_constraints(Supervision::triplets, data.labels, data.x, {.count = 200}, rng));
  }
  const Dataset data = blobs(60, 4);
  Triplets triplets;
};

TEST_F(Lsml, IsItsDefinitionAndHasTheGradientItSays) {
  Rng rng(4);
  const Matrix g = Matrix::Identity(4, 4) + 0.2 * random_normal(4, 4, rng);
  const Matrix w = g * g.transpose(), x = data.x.block(0, 60);
  double expected = w.trace() - 4;
  expected -= symmetric_eigen(w).values.array().log().sum();
  for (const Triplet& t : triplets) {
    const double e = distance(w, x, t.query, t.near) - distance(w, x, t.query, t.far);
    expected += 5 * std::pow(std::max(e, 0.0), 2) / 200;
  }
  Matrix gradient;
  EXPECT_NEAR(lsml_objective(data.x, triplets, 5, g, gradient), expected, 1e-10 * expected);
  const auto f = [&](const Matrix& at, Matrix& slope) {
    return lsml_objective(data.x, triplets, 5, at, slope);
  };
  EXPECT_LT(slope_error(f, g, 1e-6), 1e-6);
}

TEST_F(Lsml, PutsMoreTripletsInOrder) {
  const Fit fit = lsml(data, triplets, {.cost = 100});
  const Matrix x = data.x.block(0, 60), identity = Matrix::Identity(4, 4);
  const Matrix w = fit.model.left * fit.model.left.transpose();
  const auto right = [&](const Matrix& metric) {
    return std::count_if(triplets.begin(), triplets.end(), [&](const Triplet& t) {
      return distance(metric, x, t.query, t.near) < distance(metric, x, t.query, t.far);
    });
  };
  EXPECT_GT(right(w), right(identity) + 20);
  EXPECT_EQ(lsml(data, Triplets{}).model.identity, 1);
}

class Mmc : public testing::TestWithParam<std::string> {
 protected:
  Mmc() {
    for (Index i = 0; i + 3 < 60; ++i) {
      pairs.push_back({i, i + 3, Relation::at_most, 1});
      pairs.push_back({i, i + 1, Relation::at_least, 1});
    }
  }
  /// Mean distance of pairs that are not alike at mean squared distance 1 of those that are.
  double ratio(const Matrix& w) const {
    const Matrix x = data.x.block(0, 60);
    double apart = 0, alike = 0;
    for (const Pair& pair : pairs) {
      const double d = distance(w, x, pair.i, pair.j);
      if (pair.relation == Relation::at_least)
        apart += d / 57;
      else
        alike += d * d / 57;
    }
    return apart / std::sqrt(alike);
  }
  const Dataset data = blobs(60, 4);
  Pairs pairs;
};

TEST_P(Mmc, ReachesAMaximum) {
  const Fit fit = mmc(data, pairs,
                      {.metric = *named<MmcMetric>(GetParam()),
                       .shrinkage = 0,
                       .identity = 0,
                       .descent = {.tolerance = 1e-10}});
  const Matrix w = fit.model.left * fit.model.left.transpose();
  EXPECT_NEAR(ratio(w), -fit.objective, 1e-4);
  Rng rng(2);
  for (int k = 0; k < 100; ++k) {
    Matrix step = 0.02 * w.norm() * random_normal(4, 4, rng);
    if (GetParam() == "diagonal") step = step.diagonal().asDiagonal().toDenseMatrix();
    EXPECT_LT(ratio(w + step * step.transpose() / w.norm()), ratio(w) * (1 + 1e-5));
  }
}

INSTANTIATE_TEST_SUITE_P(Metrics, Mmc, testing::Values("full", "diagonal"));

TEST(MmcPairs, MustBeOfBothSorts) {
  EXPECT_EQ(mmc(blobs(), Pairs{{0, 3, Relation::at_most, 1}}).model.identity, 1);
  EXPECT_THROW(mmc(blobs(), Pairs{{0, 1, Relation::equal, 1}}), Error);
}

}  // namespace
}  // namespace mahala::test::pair_learners_test
