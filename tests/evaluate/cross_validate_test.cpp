#include "mahala/evaluate/cross_validate.hpp"

#include <gmock/gmock.h>

#include <mutex>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
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

}  // namespace
}  // namespace mahala::test::cross_validate_test
