#include "mahala/evaluate/cross_validate.hpp"

#include <gmock/gmock.h>

#include <map>
#include <mutex>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/evaluate/by_constraints.hpp"
#include "mahala/evaluate/significance.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::cross_validate_test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

const Candidate plain = {"plain",
                         [](const TrainingPart& part) { return identity_model(part.data.dim()); }};

/// Knows the answer: the classes of blobs differ in the first two coordinates.
const Candidate knowing = {"knowing", [](const TrainingPart& part) {
                             return Model{.left = Matrix::Identity(part.data.dim(), 2)};
                           }};

TEST(CrossValidate, ScoresEveryCandidateOnEveryFold) {
  const auto scores = cross_validate(blobs(), {plain, knowing}, {.folds = 3, .repeats = 4});
  ASSERT_EQ(scores.size(), 2u);
  EXPECT_EQ(scores[0].name, "plain");
  EXPECT_EQ(scores[0].errors.size(), 12u);
  EXPECT_EQ(scores[0].rank, 6);
  EXPECT_EQ(scores[1].rank, 2);
  EXPECT_EQ(scores[1].error_mean, sample_mean(scores[1].errors));
  EXPECT_EQ(scores[0].error_sd, sample_sd(scores[0].errors));
  EXPECT_LT(scores[1].error_mean, 0.01);
  EXPECT_GT(scores[0].error_mean, 0.1);
}

TEST(CrossValidate, DependsOnTheSeedAndNotOnTheThreads) {
  const int before = threads();
  set_threads(1);
  const auto one = cross_validate(blobs(), {plain}, {.seed = 5})[0].errors;
  set_threads(2);
  EXPECT_EQ(cross_validate(blobs(), {plain}, {.seed = 5})[0].errors, one);
  EXPECT_NE(cross_validate(blobs(), {plain}, {.seed = 6})[0].errors, one);
  set_threads(before);
}

TEST(CrossValidate, TrainsOnThePartThatIsNotTestedWithASeedOfItsOwn) {
  const Dataset data = blobs(60);
  std::mutex mutex;
  std::set<std::uint64_t> seeds;
  const Candidate inspecting = {"inspecting", [&](const TrainingPart& part) {
                                  const std::lock_guard lock(mutex);
                                  seeds.insert(part.seed);
                                  EXPECT_EQ(part.samples.size(), 30u);
                                  EXPECT_EQ(part.data.x.column(3), data.x.column(part.samples[3]));
                                  return identity_model(6);
                                }};
  cross_validate(data, {inspecting}, {.folds = 2, .repeats = 5});
  EXPECT_EQ(seeds.size(), 10u);
}

TEST(CrossValidate, AppliesThePreprocessingOfTheModel) {
  Dataset data = blobs();
  std::get<Matrix>(data.x.storage()).bottomRows(4) *= 1000;
  const Candidate scaling = {"scaling", [](const TrainingPart& part) {
                               Samples x = part.data.x;
                               Prepare prepare = fit_prepare("standardise", x);
                               Model model = identity_model(x.dim());
                               model.prepare = std::move(prepare);
                               return model;
                             }};
  const auto scores = cross_validate(data, {plain, scaling}, {});
  EXPECT_LT(scores[1].error_mean, scores[0].error_mean - 0.2);
}

TEST(CrossValidate, ToleratesClassesSmallerThanTheNumberOfFolds) {
  Dataset data = blobs(21, 3, 7);
  EXPECT_EQ(cross_validate(data, {plain}, {.folds = 5, .repeats = 1})[0].errors.size(), 5u);
}

TEST(CrossValidate, ReportsEveryFoldOneAtATime) {
  std::vector<Index> steps;
  cross_validate(blobs(), {plain}, {.folds = 2, .repeats = 3}, [&](const Progress& progress) {
    EXPECT_EQ(progress.last_step, 6);
    steps.push_back(progress.step);
    return true;
  });
  EXPECT_THAT(steps, testing::ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(CrossValidate, StopsWhenTheMonitorSaysSo) {
  int calls = 0;
  const auto stop = [&](const Progress&) { return ++calls < 2; };
  EXPECT_THAT([&] { cross_validate(blobs(), {plain}, {}, stop); },
              ThrowsMessage<Error>("stopped before all folds were done"));
  EXPECT_EQ(calls, 2);
}

TEST(CrossValidate, PassesTheErrorOfACandidateOn) {
  const Candidate failing = {"failing", [](const TrainingPart&) -> Model { fail("no"); }};
  EXPECT_THAT([&] { cross_validate(blobs(), {plain, failing}, {}); }, ThrowsMessage<Error>("no"));
}

TEST(CrossValidate, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(cross_validate(blobs(), {}, {}), Error);
  EXPECT_THROW(cross_validate(blobs(), {plain}, {.folds = 1}), Error);
  EXPECT_THROW(cross_validate(blobs(), {plain}, {.repeats = 0}), Error);
  EXPECT_THROW(cross_validate(blobs(), {plain}, {.k = 0}), Error);
  EXPECT_THROW(cross_validate({.x = blobs().x}, {plain}, {}), Error);
}

TEST(CrossValidate, SummarisesTheMeasuresAskedFor) {
  const Protocol protocol{.repeats = 2, .measures = {Measure::retrieval, Measure::verification}};
  const auto scores = cross_validate(blobs(), {plain, knowing}, protocol);
  ASSERT_EQ(scores[0].measured.size(), 9u);
  for (const Measured& each : scores[0].measured) {
    EXPECT_EQ(each.values.size(), 4u);
    EXPECT_EQ(each.mean, sample_mean(each.values));
    EXPECT_EQ(each.sd, sample_sd(each.values));
    EXPECT_LE(each.interval.low, each.mean);
    EXPECT_GE(each.interval.high, each.mean);
  }
  EXPECT_EQ(scores[0].measured[0].name, "map");
  EXPECT_EQ(scores[1].measured[2].name, "precision_at_5");
  EXPECT_EQ(scores[1].measured[5].name, "auc");
  EXPECT_GT(scores[1].measured[0].mean, scores[0].measured[0].mean + 0.1);
  EXPECT_GT(scores[1].measured[5].mean, 0.98);
}

TEST(CrossValidate, MeasuresNothingMoreUnlessAsked) {
  EXPECT_TRUE(cross_validate(blobs(), {plain}, {.repeats = 1})[0].measured.empty());
}

TEST(ParseCv, ReadsFoldsAndRepeats) {
  Protocol protocol;
  parse_cv("3x7", protocol);
  EXPECT_EQ(protocol.folds, 3);
  EXPECT_EQ(protocol.repeats, 7);
  parse_cv("5", protocol);
  EXPECT_EQ(protocol.folds, 5);
  EXPECT_EQ(protocol.repeats, 1);
}

TEST(ParseCv, LeavesTheProtocolAloneWhenItRefuses) {
  Protocol protocol;
  for (const std::string text : {"", "x", "1", "2x", "x3", "2x0", "2 x 3", "-2x3", "2x3x4"}) {
    EXPECT_THAT([&] { parse_cv(text, protocol); }, ThrowsMessage<Error>(HasSubstr(text))) << text;
  }
  EXPECT_EQ(protocol.folds, 2);
  EXPECT_EQ(protocol.repeats, 10);
}

/// All pairs among the first samples, the same if they share a label, and no labels.
struct Unlabelled {
  Dataset data;
  Pairs pairs;
};

Unlabelled unlabelled(Index n = 40) {
  const Dataset labelled = blobs(n);
  Unlabelled found{{.x = labelled.x}, {}};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < i; ++j) {
      const bool same = labelled.labels.share(i, j);
      found.pairs.push_back({i, j, same ? Relation::at_most : Relation::at_least, open_bound});
    }
  }
  return found;
}

TEST(CrossValidateByPairs, JudgesWithoutLabels) {
  const auto [data, pairs] = unlabelled();
  const auto scores =
      cross_validate(data, {plain, knowing}, {.folds = 3, .repeats = 2, .by = pairs});
  ASSERT_EQ(scores[0].errors.size(), 6u);
  ASSERT_EQ(scores[0].measured.size(), 3u);
  EXPECT_EQ(scores[0].measured[0].name, "auc");
  EXPECT_NEAR(scores[0].measured[0].mean, 1 - scores[0].error_mean, 1e-12);
  EXPECT_GT(scores[1].measured[0].mean, 0.99);
  EXPECT_LT(scores[0].measured[0].mean, 0.9);
  EXPECT_GT(scores[1].measured[2].mean, 0.95);  // accuracy at a threshold of the training part
}

TEST(CrossValidateByPairs, LearnsFromNoPairOfAHeldOutSample) {
  const auto [data, pairs] = unlabelled();
  const Index n = data.size();
  const Candidate checking = {"checking", [&, &pairs = pairs](const TrainingPart& part) {
                                const auto kept = restrict_to(pairs, part.samples, n);
                                const Index m = std::ssize(part.samples);
                                EXPECT_EQ(count(kept), m * (m - 1) / 2);
                                EXPECT_LT(m, n);
                                return identity_model(part.data.dim());
                              }};
  cross_validate(data, {checking}, {.folds = 4, .repeats = 1, .by = pairs});
}

TEST(CrossValidateByPairs, KeepsGroupsOnOneSide) {
  auto [data, pairs] = unlabelled(36);
  std::vector<std::string> groups;
  for (Index i = 0; i < 36; ++i) groups.push_back(std::to_string(i / 6));  // two of every class
  data.groups = Labels::from_names(groups);
  const Candidate checking = {"checking", [&](const TrainingPart& part) {
                                std::map<Index, int> members;
                                for (const Index i : part.samples) ++members[i / 6];
                                for (const auto& [group, count] : members) EXPECT_EQ(count, 6);
                                return identity_model(part.data.dim());
                              }};
  const auto scores = cross_validate(data, {checking}, {.folds = 3, .repeats = 1, .by = pairs});
  EXPECT_EQ(scores[0].errors.size(), 3u);
}

TEST(CrossValidateByPairs, SaysWhatIsMissing) {
  const Unlabelled all = unlabelled();
  const auto judged_by = [&](const Pairs& pairs, Index folds) {
    cross_validate(all.data, {plain}, {.folds = folds, .by = pairs});
  };
  const Pairs apart = {{0, 1, Relation::at_least, open_bound}};
  EXPECT_THAT([&] { judged_by(apart, 2); },
              ThrowsMessage<Error>(HasSubstr("there is no pair that is the same")));
  const Pairs few = {{0, 3, Relation::at_most, open_bound}, {0, 1, Relation::at_least, open_bound}};
  EXPECT_THAT([&] { judged_by(few, 10); },
              ThrowsMessage<Error>(HasSubstr("fewer folds or more pairs")));
}

TEST(CrossValidateByTriplets, CountsThoseThatHold) {
  const Dataset labelled = blobs(30);
  Triplets triplets;
  for (Index i = 0; i < 27; ++i) triplets.push_back({i, i + 3, i + 1});
  const auto scores = cross_validate({.x = labelled.x}, {plain, knowing},
                                     {.folds = 3, .repeats = 1, .by = triplets});
  EXPECT_EQ(scores[1].measured[0].name, "triplet_accuracy");
  EXPECT_EQ(scores[1].error_mean, 0);
  EXPECT_GT(scores[0].error_mean, 0.1);
}

TEST(UnitErrors, HaveTheErrorForAMean) {
  const auto [data, pairs] = unlabelled();
  const UnitErrors errors = unit_errors(data.x, pairs);
  EXPECT_NEAR(sample_mean(errors.same), *constraint_error(data.x, pairs), 1e-12);
  EXPECT_NEAR(sample_mean(errors.different), *constraint_error(data.x, pairs), 1e-12);
}

}  // namespace
}  // namespace mahala::test::cross_validate_test
