#include "mahala/learn/riemannian/psd_flat.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/linalg/decompositions.hpp"
#include "mahala/core/random.hpp"
#include "mahala/evaluate/quality.hpp"
#include "mahala/learn/riemannian/flat_triplets.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/noisy_outputs.hpp"
#include "tests/support/slopes.hpp"

namespace mahala::test::learn_psd_flat_test {

/// Samples and all exact squared distances in a hidden metric of rank 2.
struct Measured {
  Dataset data;
  Pairs pairs;
  Matrix truth;  ///< W
};

Measured measured_distances() {
  Rng rng(9);
  Measured m{.data = {.x = Samples(random_normal(6, 40, rng))}, .pairs = {}, .truth = {}};
  const Matrix g = random_normal(6, 2, rng);
  m.truth = g * g.transpose();
  const Matrix z = m.data.x.project(g);
  for (Index i = 0; i < 40; ++i) {
    for (Index j = 0; j < i; ++j) {
      m.pairs.push_back({.i = i, .j = j, .value = (z.col(i) - z.col(j)).squaredNorm()});
    }
  }
  return m;
}

TEST(PsdFlat, RecoversTheMetricBehindMeasuredDistances) {
  const Measured m = measured_distances();
  const Fit fit =
      psd_flat(m.data, m.pairs, {.from = {.rank = 2}, .solver = {.descent = {.tolerance = 1e-14}}});
  const Matrix w = fit.model.left * fit.model.left.transpose();
  EXPECT_LT((w - m.truth).norm(), 1e-4 * m.truth.norm());
}

TEST(PsdFlat, TurnsWithTheData) {
  // Rotating samples and start alike rotates the learned metric (Meyer et al. 2011, 7.2).
  const Measured m = measured_distances();
  Rng rng(4);
  const Matrix o = Qr(random_normal(6, 6, rng)).q(6);
  Dataset turned = m.data;
  turned.x = Samples(Matrix(o * std::get<Matrix>(m.data.x.storage())));
  // The scaled form of the default does so as well; gauss minds units of features instead.
  const PsdFlatOptions options{
      .from = {.rank = 6},
      .solver = {.precondition = Precondition::scaled, .descent = {.max_iterations = 20}}};
  const Matrix g = psd_flat(m.data, m.pairs, options).model.left;
  const Matrix h = psd_flat(turned, m.pairs, options).model.left;
  const Matrix w = o * g * g.transpose() * o.transpose();
  EXPECT_LT((h * h.transpose() - w).norm(), 1e-9 * w.norm());
}

TEST(PsdFlat, ReturnsThePriorBitForBitWithoutPairs) {
  const Measured m = measured_distances();
  const PsdFlatOptions options{.from = {.rank = 3}};
  EXPECT_EQ(psd_flat(m.data, {}, options).model.left, psd_flat_prior(m.data, options, {}).left);
}

TEST(PsdFlat, DefaultsToTenComponentsOrFewer) {
  EXPECT_EQ(psd_flat_prior(measured_distances().data, {}, {}).left.cols(), 6);
}

TEST(PsdFlat, NamesARankAboveTheDimension) {
  try {
    psd_flat(measured_distances().data, {}, {.from = {.rank = 40}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "option rank: 40 is above the dimension 6");
  }
}

TEST(PsdFlat, StagesSpendTheBudgetOfIterations) {
  Rng rng(3);
  const Matrix g = random_normal(6, 2, rng);
  const NoisyOutputs train(g, 20'000, rng);
  const auto fit = [&](Index most) {
    return psd_flat(train.data, train.outputs,
                    {.from = {.rank = 2}, .solver = {.descent = {.max_iterations = most}}});
  };
  EXPECT_EQ(fit(0).model.left, psd_flat_prior(train.data, {.from = {.rank = 2}}, {}).left);
  const Fit three = fit(3);
  EXPECT_EQ(three.iterations, 3);
  EXPECT_EQ(three.status, Status::budget_spent);
}

TEST(PsdFlat, RefusesAStartOfZeros) {
  Rng rng(3);
  const NoisyOutputs train(random_normal(6, 2, rng), 30, rng);
  const Matrix zeros = Matrix::Zero(6, 2);
  EXPECT_EQ(error_message([&] { psd_flat(train.data, train.outputs, {}, {.start = &zeros}); }),
            "the start is a metric of zeros, which no step can leave");
}

/// Triplets of samples of which the second class of coordinates is noise.
struct Ordered {
  Dataset data;
  Triplets triplets;
};

Ordered ordered_distances() {
  Rng rng(5);
  Ordered found{.data = {.x = Samples(random_normal(6, 60, rng))}, .triplets = {}};
  const Matrix z = found.data.x.block(0, 60).topRows(2);
  const auto distance = [&](Index i, Index j) { return (z.col(i) - z.col(j)).squaredNorm(); };
  while (found.triplets.size() < 600) {
    Triplet t{random_index(60, rng), random_index(60, rng), random_index(60, rng)};
    if (t.query == t.near || t.query == t.far || t.near == t.far) continue;
    if (distance(t.query, t.near) > distance(t.query, t.far)) std::swap(t.near, t.far);
    found.triplets.push_back(t);
  }
  return found;
}

TEST(PsdFlat, TripletsHaveTheSlopeOfTheirLoss) {
  const auto [data, triplets] = ordered_distances();
  const auto groups = margin_groups(triplets);
  Rng rng(3);
  const StartPull pull(0.7, random_normal(6, 3, rng));
  const auto f = [&, &data = data](const Matrix& g, Matrix& gradient) {
    return triplet_slope(data.x, groups, 2.5, pull, g, gradient);
  };
  EXPECT_LT(slope_error(f, random_normal(6, 3, rng), 1e-7), 1e-5);
}

TEST(PsdFlat, LearnsTheOrderThatTripletsAskFor) {
  const auto [data, triplets] = ordered_distances();
  const Triplets half(triplets.begin(), triplets.begin() + 300);
  const Triplets rest(triplets.begin() + 300, triplets.end());
  const double plain = triplet_accuracy(identity_model(6), data.x, rest);
  const double learned = triplet_accuracy(psd_flat(data, half).model, data.x, rest);
  EXPECT_LT(plain, 0.75);
  EXPECT_GT(learned, 0.85);
  const Fit low = psd_flat(data, half, {.from = {.rank = 2}});
  EXPECT_EQ(low.model.rank(), 2);
  EXPECT_GT(triplet_accuracy(low.model, data.x, rest), 0.85);
}

TEST(PsdFlat, RefusesOptionsOfPairsBesideTriplets) {
  const auto [data, triplets] = ordered_distances();
  PsdFlatOptions options;
  options.solver.rounds.refresh = 1;
  EXPECT_EQ(
      error_message([&, &data = data, &triplets = triplets] { psd_flat(data, triplets, options); }),
      "option refresh: 1 counts for pairs, not for triplets");
}

}  // namespace mahala::test::learn_psd_flat_test
