#include "mahala/train/race.hpp"

#include <gtest/gtest.h>

#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/core/watch.hpp"
#include "mahala/data/generate.hpp"
#include "mahala/train/learned_preparation.hpp"
#include "mahala/train/race_candidates.hpp"
#include "mahala/train/registry.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::race_test {
namespace {

/// Classes that few of the directions tell apart, so that learning helps.
Track hidden_track() {
  Track track{hidden_subspace({.samples = 240, .features = 40, .subspace = 3, .classes = 3}, 1)};
  Rng rng = make_rng(1);
  track.folds = dataset_folds(track.data, race_folds, rng);
  return track;
}

/// Features that say nothing of the classes.
Track noise_track() {
  Rng rng = make_rng(5);
  Track track{blobs(120, 3, 2)};
  track.data.x = Samples(random_normal(3, 120, rng));
  track.folds = dataset_folds(track.data, race_folds, rng);
  return track;
}

LearnerChoice choice_of(const Track& track, double budget = 20) {
  return race(track, racers_for(track.data, {"standardise", "none"}), budget, {}, {.seed = 2});
}

const TriedLearner& first(const LearnerChoice& choice, const std::string& title) {
  for (const TriedLearner& each : choice.tried) {
    if (each.title == title) return each;
  }
  fail("{} did not take part", title);
}

TEST(Race, TakesWhatTellsTheClassesApart) {
  const LearnerChoice choice = choice_of(hidden_track());
  EXPECT_NE(choice.title, "euclidean") << choice.why;
  EXPECT_LT(first(choice, choice.title).error, 0.5 * first(choice, "euclidean").error);
}

TEST(Race, TakesTheSimplestOfThoseAsGoodAsTheBest) {
  const LearnerChoice choice = choice_of(hidden_track());
  double least = 1;
  for (const TriedLearner& each : choice.tried) {
    if (each.folds == race_folds) least = std::min(least, each.error);
  }
  EXPECT_LE(first(choice, choice.title).error, least + 0.02);
}

TEST(Race, DropsTheBeatenAfterOneFoldButNeverTheEuclideanMetric) {
  const LearnerChoice choice = choice_of(hidden_track());
  for (const TriedLearner& each : choice.tried) {
    if (each.title == "euclidean") {
      EXPECT_EQ(each.folds, race_folds);
    } else if (each.remark == "dropped after one fold") {
      EXPECT_EQ(each.folds, 1);
    }
  }
}

TEST(Race, KeepsTheEuclideanMetricWhereNothingHelps) {
  const LearnerChoice choice = choice_of(noise_track());
  EXPECT_EQ(choice.title, "euclidean") << choice.why;
  EXPECT_NE(choice.why.find("nothing helps"), std::string::npos) << choice.why;
}

TEST(Race, LeavesOutWhatTheBudgetDoesNotHoldAndSaysSo) {
  const LearnerChoice choice = choice_of(hidden_track(), 1e-9);
  EXPECT_EQ(choice.title, "euclidean");
  for (const TriedLearner& each : choice.tried) {
    const bool nothing = each.title == "euclidean";
    EXPECT_EQ(each.remark, nothing ? "" : "left out: beyond the budget");
  }
}

TEST(Race, ChoosesTheSameWithAnyNumberOfThreads) {
  const Track track = hidden_track();
  set_threads(1);
  const LearnerChoice one = choice_of(track);
  set_threads(2);
  const LearnerChoice two = choice_of(track);
  EXPECT_EQ(one.why, two.why);
  ASSERT_EQ(one.tried.size(), two.tried.size());
  for (std::size_t k = 0; k < one.tried.size(); ++k) {
    EXPECT_EQ(one.tried[k].error, two.tried[k].error);
  }
}

TEST(Race, SaysWhyOneCouldNotBeRunAndGoesOn) {
  const Track track = hidden_track();
  std::vector<Racer> racers = {make_racer("euclidean", "euclidean", {}, "none", {240, 40}),
                               make_racer("lda", "lda", {"rank=3"}, "none", {240, 40})};
  const LearnerChoice choice = race(track, std::move(racers), 20, {}, {});
  EXPECT_EQ(choice.title, "euclidean");
  EXPECT_NE(first(choice, "lda").remark.find("could not be run: option rank"), std::string::npos);
}

TEST(Race, NamesTheMeasureItWasJudgedBy) {
  const TriedLearner tried{"psd-flat", "none", 0.031, 3};
  EXPECT_EQ(trial_cells(tried, Supervision::labels)[2], "3.10");
  EXPECT_EQ(trial_cells(tried, Supervision::pairs)[2], "0.9690");
  EXPECT_EQ(trial_header(Supervision::pairs)[2], "AUC");
  EXPECT_EQ(trial_header(Supervision::triplets)[2], "violated %");
  Model model;
  EXPECT_EQ(noted_judge(model), Supervision::labels);
  note_choice({.judged_by = Supervision::pairs}, model);
  EXPECT_EQ(noted_judge(model), Supervision::pairs);
}

TEST(Race, SaysThatItWasStopped) {
  const Track track = hidden_track();
  const mahala::Run run{.monitor = [](const Progress& at) { return at.step < 3; }};
  const LearnerChoice choice =
      race(track, racers_for(track.data, {"standardise", "none"}), 20, {}, run);
  EXPECT_NE(choice.why.find("stopped on request"), std::string::npos) << choice.why;
}

/// Whether samples beside each other are of one class, and nothing of distances.
Pairs pairs_without_bounds(const Dataset& data) {
  Pairs pairs;
  for (Index i = 0; i + 9 < data.size(); ++i) {
    for (Index k = 1; k < 10; ++k) {
      const bool same = data.labels[i][0] == data.labels[i + k][0];
      pairs.push_back({i, i + k, same ? Relation::at_most : Relation::at_least, open_bound});
    }
  }
  return pairs;
}

TEST(LearnedPreparation, StopsWithTheFoldThatWasInterrupted) {
  Dataset data = hidden_subspace({.samples = 600, .features = 120, .classes = 3}, 1);
  const Constraints pairs = pairs_without_bounds(data);
  data.labels = {};
  const auto learner = find_learner("psd-flat").make();
  ASSERT_TRUE(learning_can_choose(*learner, data, pairs, {.prepare = "auto"}));
  int asked = 0;
  const Watch watch([&] { return ++asked > 2; });
  EXPECT_THROW(choose_by_learning(*learner, data, pairs, {.prepare = "auto"}, {.seed = 1}),
               Interrupted);
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace mahala::test::race_test
