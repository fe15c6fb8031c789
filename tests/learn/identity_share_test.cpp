#include "mahala/learn/identity_share.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "mahala/core/error.hpp"
#include "mahala/data/constraints/sample_constraints.hpp"
#include "mahala/evaluate/knn.hpp"
#include "mahala/learn/closed_form/dmlmj.hpp"
#include "mahala/learn/closed_form/lfda.hpp"
#include "mahala/learn/convex/mmc.hpp"
#include "mahala/learn/similarity/loreta.hpp"
#include "mahala/train/choose_preparation.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::identity_share_test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Classes by the sign of the last feature; the others are noise.
Dataset last_feature_tells(Index n, std::uint64_t seed) {
  Rng rng = make_rng(seed);
  Matrix x = random_normal(3, n, rng);
  std::vector<std::string> names;
  for (Index i = 0; i < n; ++i) {
    x(2, i) = 0.2 * x(2, i) + (i % 2 == 0 ? 1 : -1);
    names.push_back(i % 2 == 0 ? "a" : "b");
  }
  return {.x = Samples(std::move(x)), .labels = Labels::from_names(names)};
}

/// The metric of one feature.
Model one_feature(Index dim, Index which) {
  Model model{.left = Matrix::Zero(dim, 1)};
  model.left(which, 0) = 1;
  return model;
}

double deviation(const Matrix& scores) {
  return std::sqrt((scores.rowwise() - scores.colwise().mean()).squaredNorm() /
                   static_cast<double>(scores.size()));
}

TEST(IdentityShare, IsInUnitsOfTheScoresThatASampleGives) {
  const Dataset data = last_feature_tells(60, 1);
  const Matrix x = data.x.block(0, 60);
  Model similarity{.kind = ModelKind::similarity, .left = 5 * Matrix::Identity(3, 2)};
  const Matrix learned = x.transpose() * similarity.left * similarity.left.transpose() * x;
  const double unit = deviation(learned) / deviation(x.transpose() * x);
  EXPECT_NEAR(with_identity(similarity, 3, data.x).identity, 3 * unit, 1e-9 * unit);
  EXPECT_EQ(with_identity(similarity, 0, data.x).identity, 0);
  const Model plain = with_identity(similarity, INFINITY, data.x);
  EXPECT_EQ(plain.kind, ModelKind::similarity);
  EXPECT_EQ(plain.identity, 1);
  EXPECT_EQ(plain.rank(), 3);
  EXPECT_EQ(plain.left.cols(), 0);
}

TEST(IdentityShare, OfVotesIsThatOfTheModelWithTheIdentity) {
  const Dataset items = last_feature_tells(80, 2), queries = last_feature_tells(50, 3);
  const Model metric = one_feature(3, 0);  // of noise
  const std::vector<double> right = vote_by_shares(metric, items, queries);
  ASSERT_EQ(right.size(), identity_shares.size());
  for (const std::size_t k : {std::size_t{0}, std::size_t{3}, identity_shares.size() - 1}) {
    // One data set for both, so that the unit is the same.
    const std::vector<double> own = vote_by_shares(metric, items, items);
    const Model mixed = with_identity(metric, identity_shares[k], items.x);
    const auto predicted =
        classify_knn(embed_prepared_samples(mixed, items.x), items.labels.classes(),
                     embed_prepared_samples(mixed, items.x), 5);
    EXPECT_NEAR(own[k], 1 - error_rate(predicted, items.labels.classes()), 1e-12) << k;
  }
  EXPECT_GT(right.front(), right.back() + 0.2);
}

Fit always(const Model& model) { return {.model = model, .message = "found"}; }

TEST(IdentityShare, KeepsThePlainMetricWhereWhatWasLearnedHarmsAndSaysSo) {
  const Dataset data = last_feature_tells(90, 4);
  const auto noise = [](const Dataset&) { return always(one_feature(3, 0)); };
  const Fit harmed = learn_with_identity(data, -1, 1, noise);
  EXPECT_GT(harmed.model.identity, 0);
  EXPECT_EQ(learn_with_identity(data, 0, 1, noise).model.identity, 0);
  const Fit nothing = learn_with_identity(data, INFINITY, 1, noise);
  EXPECT_EQ(nothing.model.left.cols(), 0);
  EXPECT_THAT(nothing.message, HasSubstr("votes no better than the plain comparison"));
}

TEST(IdentityShare, LeavesAloneWhatVotesBetterThanThePlainMetric) {
  Dataset data = last_feature_tells(90, 5);
  std::get<Matrix>(data.x.storage()).topRows(2) *= 5;  // drowned in noise
  const Fit fit =
      learn_with_identity(data, -1, 1, [](const Dataset&) { return always(one_feature(3, 2)); });
  EXPECT_GT(fit.model.left.cols(), 0);
  EXPECT_THAT(fit.message, Not(HasSubstr("no better")));
}

/// Fold by fold from the pairs among its samples, then from all of them.
TEST(IdentityShare, OfPairsIsChosenFromThoseInsideTheFolds) {
  const Dataset data = last_feature_tells(90, 6);
  Pairs pairs;
  for (Index i = 0; i < 90; ++i) pairs.push_back({i, (i + 2) % 90, Relation::at_most, 1});
  std::vector<std::pair<Index, std::size_t>> calls;
  const auto noise = [&](const Dataset& part, const Constraints& constraints) {
    const auto& of_part = std::get<Pairs>(constraints);
    for (const Pair& pair : of_part) {
      EXPECT_LT(std::max(pair.i, pair.j), part.size());
      EXPECT_EQ(part.labels.classes()[static_cast<std::size_t>(pair.i)],
                part.labels.classes()[static_cast<std::size_t>(pair.j)]);
    }
    calls.emplace_back(part.size(), of_part.size());
    return always(one_feature(3, 0));
  };
  EXPECT_GT(learn_with_identity(data, pairs, -1, 1, noise).model.identity, 0);
  ASSERT_EQ(calls.size(), 4u);
  EXPECT_EQ(calls.front().first, 60);
  EXPECT_LT(calls.front().second, 60u);
  EXPECT_EQ(calls.back(), std::pair(Index{90}, std::size_t{90}));
}

/// Few pairs of many samples: evenly spaced ones would have lost all of them.
TEST(IdentityShare, OfFewPairsIsChosenAmongTheSamplesTheyAreAbout) {
  const Dataset data = last_feature_tells(300, 6);
  Pairs pairs;
  for (Index i = 0; i < 20; ++i) pairs.push_back({i, i + 2, Relation::at_most, 1});
  std::vector<std::pair<Index, std::size_t>> calls;
  const auto noise = [&](const Dataset& part, const Constraints& constraints) {
    calls.emplace_back(part.size(), std::get<Pairs>(constraints).size());
    return always(one_feature(3, 0));
  };
  learn_with_identity(data, pairs, -1, 1, noise, 60);
  ASSERT_EQ(calls.size(), 4u);
  for (const auto& [samples, told] : std::span(calls).first(3)) {
    EXPECT_LE(samples, 40);
    EXPECT_GT(told, 3u);
  }
  EXPECT_EQ(calls.back().second, 20u);
}

TEST(IdentityShare, IsNoneWhereNoFoldLearnsAnythingAndNoOtherNumberThanAShare) {
  const Dataset data = last_feature_tells(90, 6);
  const auto nothing = [](const Dataset& part) { return Fit{.model = identity_model(part.dim())}; };
  EXPECT_EQ(learn_with_identity(data, -1, 1, nothing).message, "");
  EXPECT_THROW(learn_with_identity(data, -0.5, 1, nothing), Error);
}

TEST(IdentityShare, SaysWhatAFoldThatWasStoppedHasSeen) {
  const Dataset data = last_feature_tells(90, 6);
  const auto stopped = [](const Dataset&) {
    Fit fit = always(one_feature(3, 0));
    fit.status = Status::stopped;
    return fit;
  };
  EXPECT_THAT(learn_with_identity(data, -1, 1, stopped).message,
              testing::HasSubstr("learned from 60 of 90 samples"));
}

TEST(IdentityShare, OfMmcIsNoneWithoutLabelsOrWhereAsPublishedIsAskedFor) {
  Dataset data = blobs(90);
  Rng rng = make_rng(1);
  const auto pairs = std::get<Pairs>(
      sample_constraints(Supervision::pairs, data.labels, data.x, {.count = 200}, rng));
  EXPECT_EQ(mmc(data, pairs, {.identity = 0}).model.identity, 0);
  EXPECT_GT(mmc(data, pairs, {.identity = 2}).model.identity, 0);
  data.labels = {};
  EXPECT_EQ(mmc(data, pairs).model.identity, 0);
}

TEST(IdentityShare, IsNotChosenWhereARankIsAskedFor) {
  const Dataset data = blobs(90);
  EXPECT_EQ(lfda(data, {.rank = 2}).model.identity, 0);
  EXPECT_EQ(dmlmj(data, {.rank = 2}).model.identity, 0);
  EXPECT_EQ(lfda(data, {.identity = 0}).model.identity, 0);
  EXPECT_GT(dmlmj(data, {.identity = 2}).model.identity, 0);
}

/// Where first features tell nothing, a similarity of low rank that starts at them is blind.
TEST(IdentityShare, OfASimilarityIsChosenWithItsStepSize) {
  const Dataset data = last_feature_tells(120, 6), other = last_feature_tells(80, 7);
  LoretaOptions options{.from = {.rank = 1}, .steps = {.steps = 2000, .prefix = 300}};
  const Fit fit = loreta_psd(data, Nothing{}, options);
  EXPECT_THAT(fit.message, HasSubstr("right votes, cross-validated"));
  const auto last = identity_shares.size() - 1;  // of 0: what the model itself says
  EXPECT_GE(vote_by_shares(fit.model, data, other)[last], 0.95);
  options.steps.draw = TripletDraw::anywhere;
  const Fit published = loreta_psd(data, Nothing{}, options);
  EXPECT_THAT(published.message, HasSubstr("mAP"));
  EXPECT_EQ(published.model.identity, 0);
  options.steps = {.steps = 2000, .step = 0.1};
  EXPECT_EQ(loreta_psd(data, Nothing{}, options).model.identity, 0);
}

TEST(UsualSteps, GrowWithSparseSamples) {
  EXPECT_EQ(usual_steps(Samples(Matrix(Matrix::Zero(2, 50'000)))), 100'000);
  EXPECT_EQ(usual_steps(Samples(SparseMatrix(5, 100))), 100'000);
  EXPECT_EQ(usual_steps(Samples(SparseMatrix(5, 10'000))), 640'000);
  EXPECT_EQ(usual_steps(Samples(SparseMatrix(5, 100'000))), 1'000'000);
  EXPECT_EQ(usual_steps(Samples(Matrix(Matrix::Zero(2, 1000))), true), 4000);
}

/// Classes by direction, lengths at random: products of samples of unit length tell them apart.
TEST(PreparationForProducts, MakesSamplesOfUnitLength) {
  Rng rng = make_rng(8);
  Matrix x = 0.1 * random_normal(4, 60, rng);
  std::vector<std::string> names;
  for (Index i = 0; i < 60; ++i) {
    x(i % 2, i) += 1;
    x.col(i) *= 1 + 20 * random_unit(rng);
    names.push_back(std::to_string(i % 2));
  }
  const Dataset data{.x = Samples(x), .labels = Labels::from_names(names)};
  const auto choice = choose_preparation(data, "", 1, {}, preparations_for_products(data.x, ""));
  EXPECT_THAT(choice.plan, HasSubstr("unit"));
  EXPECT_EQ(choice.tried.size(), 3u);
}

}  // namespace
}  // namespace mahala::test::identity_share_test
