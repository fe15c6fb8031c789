// FrobMetric beside its definition.

#include "mahala/learn/convex/frobmetric.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/slopes.hpp"

namespace mahala::test::frobmetric_test {
namespace {

class Frobmetric : public testing::Test {
 protected:
  Frobmetric() {
    Rng rng(2);
    sets =
        std::get<NearFarSets>(sample_constraints(Supervision::sets, data.labels, data.x, {}, rng));
  }

  /// f of the header at a metric M beside the identity times `bias`.
  double objective(const Matrix& m, double cost, double bias) const {
    const Matrix x = data.x.block(0, data.size());
    const Matrix w = m + bias * Matrix::Identity(m.rows(), m.rows());
    const auto distance = [&](Index i, Index j) {
      const Vector d = x.col(i) - x.col(j);
      return d.dot(w * d);
    };
    double sum = 0, count = 0;
    for (const NearFarSet& set : sets) {
      for (const Index near : set.near) {
        for (const Index far : set.far) {
          sum += std::max(0.0, 1 - distance(set.query, far) + distance(set.query, near));
          count += 1;
        }
      }
    }
    return m.squaredNorm() / 2 + cost * sum / count;
  }

  Dataset data = blobs(60, 5);
  NearFarSets sets;
};

TEST_F(Frobmetric, HasTheGradientItSays) {
  const auto groups = margin_groups(NearFarSets(sets.begin(), sets.begin() + 6));
  FrobmetricDual dual(data.x, groups, {.cost = 3, .prior = FrobmetricPrior::identity});
  const auto f = [&](const Matrix& u, Matrix& gradient) { return dual.value(u, gradient); };
  EXPECT_LT(slope_error(f, dual.highest() * 0.4, 1e-6), 1e-5);
}

TEST_F(Frobmetric, ReachesTheOptimumItCertifies) {
  for (const char* prior : {"none", "identity"}) {
    const double bias = std::string(prior) == "identity" ? 1 : 0;
    const Fit fit = frobmetric(data, sets,
                               {.cost = 5,
                                .unit = 0,
                                .prior = *named<FrobmetricPrior>(prior),
                                .tolerance = 1e-5,
                                .max_iterations = 20000});
    EXPECT_EQ(fit.status, Status::converged) << fit.message;
    EXPECT_EQ(fit.model.identity, bias);
    const Matrix m = fit.model.left * fit.model.left.transpose();
    const double value = objective(m, 5, bias);
    EXPECT_NEAR(fit.objective, value, 1e-9 * value);
    // No metric in the neighbourhood is better than the gap allows.
    Rng rng(4);
    for (int k = 0; k < 50; ++k) {
      const Matrix step = 0.05 * random_normal(5, 5, rng);
      const Matrix g = m + step * step.transpose();
      EXPECT_GE(objective(g, 5, bias), (1 - 2e-5) * value);
      EXPECT_GE(objective((1 - 0.01 * k / 50.0) * m, 5, bias), (1 - 2e-5) * value);
    }
  }
}

TEST_F(Frobmetric, TakesTripletsForSets) {
  Triplets triplets;
  for (const NearFarSet& set : sets) {
    for (const Index near : set.near) {
      for (const Index far : set.far) triplets.push_back({set.query, near, far});
    }
  }
  const FrobmetricOptions options{.tolerance = 1e-6, .max_iterations = 20000};
  const double of_sets = frobmetric(data, sets, options).objective;
  EXPECT_NEAR(frobmetric(data, triplets, options).objective, of_sets, 1e-5 * of_sets);
}

TEST_F(Frobmetric, LearnsInTheSpanOfSamplesWithAnyNumberOfFeatures) {
  // The same 60 samples, turned into a space of so many features that no square matrix of it fits.
  const Index many = 20'000;
  Matrix turned = Matrix::Zero(many, data.size());
  turned.topRows(5) = data.x.block(0, data.size());
  const Dataset wide{.x = Samples(std::move(turned)), .labels = data.labels};
  const Fit plain = frobmetric(data, sets), spanned = frobmetric(wide, sets);
  EXPECT_NEAR(spanned.objective, plain.objective, 2e-3 * plain.objective);
  EXPECT_EQ(spanned.model.left.rows(), many);
}

TEST_F(Frobmetric, LearnsTheSameInAllUnits) {
  const Dataset other{.x = Samples(Matrix(1000 * data.x.block(0, data.size()))),
                      .labels = data.labels};
  for (const FrobmetricPrior prior : {FrobmetricPrior::none, FrobmetricPrior::identity}) {
    const FrobmetricOptions options{.prior = prior, .tolerance = 1e-8, .max_iterations = 20000};
    const Model a = frobmetric(data, sets, options).model,
                b = frobmetric(other, sets, options).model;
    const auto metric = [](const Model& model) {
      return Matrix(model.identity * Matrix::Identity(5, 5) + model.left * model.left.transpose());
    };
    EXPECT_LT((metric(a) - 1e6 * metric(b)).norm(), 1e-3 * metric(a).norm());
  }
}

TEST_F(Frobmetric, LeavesTheMetricWhereNothingIsAsked) {
  const Fit fit = frobmetric(data, NearFarSets{});
  EXPECT_EQ(fit.model.identity, 1);
  EXPECT_EQ(fit.model.left.cols(), 0);
}

TEST_F(Frobmetric, SaysWhenItsBudgetIsSpent) {
  EXPECT_EQ(frobmetric(data, sets, {.tolerance = 0, .max_iterations = 2}).status,
            Status::budget_spent);
}

}  // namespace
}  // namespace mahala::test::frobmetric_test
