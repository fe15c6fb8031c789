// Learners compared and tuned by cross-validation, as a program that links the library does it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/compare/baselines.hpp"
#include "mahala/compare/side_by_side.hpp"
#include "mahala/compare/tune.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/data/generate.hpp"
#include "mahala/data/read/read.hpp"
#include "mahala/evaluate/significance.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/model/read_for_model.hpp"
#include "mahala/search/neighbours.hpp"
#include "mahala/train/choice.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::compare_test {
namespace {

const Protocol few_folds{.folds = 3, .repeats = 2, .seed = 4};

std::vector<LearnerCandidate> three_learners() {
  return {make_candidate("euclidean"), make_candidate("lda"),
          make_candidate("psd-flat", {{"rank", "2"}})};
}

/// Classes that only a few of the directions tell apart.
Dataset hidden() {
  return hidden_subspace({.samples = 300, .features = 150, .subspace = 3, .classes = 3}, 1);
}

/// Features that say nothing of the classes.
Dataset noise(std::uint64_t seed) {
  Rng rng = make_rng(seed);
  Dataset data = blobs(90, 3, 2);
  data.x = Samples(random_normal(3, 90, rng));
  return data;
}

const ComparedMethod& find(const Comparison& comparison, const std::string& title) {
  for (const ComparedMethod& each : comparison.table) {
    if (each.title == title) return each;
  }
  fail("{} is not in the table", title);
}

TEST(Compare, SideBySideIsOneAfterTheOtherForAnyNumberOfThreads) {
  const Dataset data = blobs(90, 5);
  std::vector<LearnerCandidate> candidates = three_learners();
  candidates.push_back(make_candidate("rca", {{"rank", "50"}}));  // more than there are features
  const int before = threads();
  for (const Index first : {0, 1}) {
    CompareOptions options{.protocol = few_folds};
    options.protocol.first_repeat = first;
    for (const int count : {1, 2, 3, 4}) {
      set_threads(count);
      const auto found = measure_side_by_side(candidates, {1, 2, 8, 3}, data, options, {});
      ASSERT_EQ(found.size(), candidates.size());
      for (std::size_t k = 0; k < candidates.size(); ++k) {
        const ComparedMethod alone = measure(candidates[k], data, options);
        EXPECT_EQ(found[k].errors, alone.errors);
        EXPECT_EQ(found[k].error_sd, alone.error_sd);
        EXPECT_EQ(found[k].failure, alone.failure);
        EXPECT_EQ(found[k].rank, alone.rank);
      }
    }
  }
  set_threads(before);
}

TEST(Compare, ThreeLearnersStandInTheOrderOfTheirErrors) {
  const Comparison found = compare(hidden(), three_learners(), {.protocol = few_folds});
  ASSERT_EQ(found.table.size(), 3);
  EXPECT_LT(found.best().error_mean, found.euclidean().error_mean);
  for (std::size_t k = 1; k < found.table.size(); ++k) {
    EXPECT_LE(found.table[k - 1].error_mean, found.table[k].error_mean);
  }
  const ComparedMethod& learned = find(found, "psd-flat rank 2");
  EXPECT_EQ(std::ssize(learned.errors), few_folds.folds * few_folds.repeats);
  EXPECT_EQ(learned.rank, 2);
  EXPECT_THAT(learned.settings, testing::HasSubstr("rank=2"));
}

TEST(Compare, AgreesWithCrossValidationByHand) {
  const Dataset data = blobs();
  const Candidate by_hand{"by hand", [](const TrainingPart& part) {
                            return train(*find_learner("lda").make(), part.data, std::nullopt, {},
                                         {.seed = part.seed})
                                .fit.model;
                          }};
  const Comparison found = compare(data, three_learners(), {.protocol = few_folds});
  EXPECT_EQ(find(found, "lda").errors, cross_validate(data, {by_hand}, few_folds)[0].errors);
}

TEST(Compare, OneThatCannotBeRunSaysWhyAndStandsLast) {
  const Comparison found = compare(
      blobs(60, 3, 2), {make_candidate("lda", {{"rank", "3"}}), make_candidate("euclidean")},
      {.protocol = few_folds});
  EXPECT_THAT(found.table.back().failure, testing::HasSubstr("option rank"));
  EXPECT_EQ(found.best().title, "euclidean");
}

TEST(Compare, ReadsWhatWasMeasuredBefore) {
  const TemporaryDirectory folder;
  const Dataset data = blobs();
  CompareOptions options{.protocol = few_folds, .results = folder.path("results.json")};
  const Comparison first = compare(data, three_learners(), options);
  const Comparison again = compare(data, three_learners(), options);
  EXPECT_EQ(first.known, 0);
  EXPECT_EQ(again.known, 3);
  for (const ComparedMethod& each : first.table) {
    EXPECT_EQ(find(again, each.title).errors, each.errors);
    EXPECT_EQ(find(again, each.title).p_euclidean, each.p_euclidean);
  }
  options.protocol.seed = 5;
  EXPECT_EQ(compare(data, three_learners(), options).known, 0);
  folder.write("results.json", "{}");
  EXPECT_THAT(error_message([&] { compare(data, three_learners(), options); }),
              testing::HasSubstr("holds no results"));
}

TEST(Compare, StopsWhenTheWatcherAsks) {
  const Watcher impatient{.stop = [] { return true; }};
  EXPECT_THROW(compare(blobs(), three_learners(), {.protocol = few_folds}, impatient), Stopped);
  const Watcher after_one_fold{
      .folds = [](const std::string&) { return [](const Progress&) { return false; }; }};
  EXPECT_THROW(compare(blobs(), three_learners(), {.protocol = few_folds}, after_one_fold),
               Stopped);
}

TEST(Compare, RefusesAVoteOfMoreThanThereAre) {
  EXPECT_THAT(error_message([&] {
                compare(blobs(12), three_learners(), {.protocol = {.folds = 2, .k = 7}});
              }),
              testing::HasSubstr("option k of the vote: 7 is above 6"));
}

TEST(Baselines, SayWhetherLearningHelps) {
  const BaselineComparison found =
      compare_with_baselines(make_candidate("lda"), hidden(), few_folds);
  ASSERT_EQ(found.baselines.size(), 3);  // not compared with itself
  EXPECT_EQ(found.baselines[1].name, "euclidean");
  EXPECT_EQ(found.baselines[0].name, "euclidean_raw");
  EXPECT_EQ(found.baselines[0].p_value,
            paired_test(found.learned.errors, found.baselines[0].score.errors, few_folds.folds));
  EXPECT_THAT(verdict(found), testing::HasSubstr("lda is better than Euclidean"));
}

TEST(Candidates, AreAllCombinationsBesideEuclideanAndLda) {
  const CandidateGrid grid{.learners = {"itml", "pca"},
                           .ranks = {1, 2, 99},
                           .settings = {{"itml", {{"gamma", {"1", "10"}}}}}};
  std::vector<std::string> titles;
  for (const LearnerCandidate& each : make_candidates(grid, 4)) titles.push_back(each.title);
  EXPECT_THAT(titles, testing::ElementsAre("euclidean_raw", "euclidean", "lda", "itml gamma=1",
                                           "itml gamma=10", "pca rank 1", "pca rank 2"));
  EXPECT_THAT(error_message([] { make_candidates({.learners = {"mds"}}, 4); }),
              testing::HasSubstr("mds is transductive: no map for new samples"));
  EXPECT_THAT(error_message([] { make_candidates({.learners = {"pca"}, .ranks = {9}}, 4); }),
              testing::HasSubstr("none of 9 is at most the number of features, 4"));
}

TEST(Tune, KeepsTheEuclideanMetricUnlessRandomLabelsLookBetterThanLuck) {
  Index kept = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Tuned tuned = tune(noise(seed), {.grid = {.learners = {"rca"}}});
    const ComparedMethod& best = tuned.comparison.best();
    const bool better =
        best.error_mean < tuned.comparison.euclidean().error_mean && best.p_euclidean < 0.25;
    EXPECT_THAT(tuned.winner.title, testing::StartsWith(better ? best.title : "euclidean"));
    if (better) continue;
    ++kept;
    EXPECT_THAT(tuned.verdict, testing::HasSubstr("nothing helps"));
    EXPECT_EQ(tuned.trained.fit.model.left.cols(), 0);
  }
  EXPECT_GT(kept, 0);
}

TEST(Tune, DropsTheBeatenAfterOneRepeatAndGoesOnWithTheOthers) {
  const Protocol protocol{.folds = 5, .repeats = 2};
  const Tuned tuned =
      tune(blobs(), {.grid = {.learners = {"pca", "rca"}, .ranks = {1}}, .protocol = protocol});
  const CompareOptions whole{.protocol = protocol};
  Index dropped = 0;
  for (const ComparedMethod& each : tuned.comparison.table) {
    if (!each.ran()) {
      ++dropped;
      EXPECT_THAT(each.failure, testing::StartsWith("dropped after 5 folds at "));
    } else if (each.title == "euclidean") {
      EXPECT_EQ(each.errors, measure(make_candidate("euclidean"), blobs(), whole).errors);
    }
  }
  EXPECT_GT(dropped, 0);
}

TEST(Tune, BeginsNothingElseOnceTheBudgetIsSpent) {
  const Tuned tuned = tune(
      blobs(),
      {.grid = {.learners = {"pca"}, .ranks = {1, 2, 3}}, .protocol = few_folds, .budget = 1e-9});
  EXPECT_EQ(tuned.candidates, 6);
  EXPECT_EQ(tuned.tried, 3);
}

TEST(Tune, NotesWhereTheModelComesFromSoThatFeaturesAreChecked) {
  const TemporaryDirectory folder;
  std::string in_order = "a,b,c,label\n", swapped = "b,a,c,label\n";
  Rng rng = make_rng(3);
  for (Index i = 0; i < 60; ++i) {
    const double c = static_cast<double>(i % 2), noise_a = random_unit(rng) * 9;
    in_order += fmt::format("{},{},{},{}\n", c, noise_a, i % 7, i % 2);
    swapped += fmt::format("{},{},{},{}\n", noise_a, c, i % 7, i % 2);
  }
  const Dataset data = read_dataset(folder.write("x.csv", in_order), {.label = "label"});
  const Tuned tuned =
      tune(data, {.grid = {.learners = {"pca"}, .ranks = {1}}, .protocol = few_folds});
  const Notes& notes = tuned.trained.fit.model.notes;
  EXPECT_EQ(notes.at("data"), "x.csv");
  EXPECT_EQ(notes.at("fingerprint"), fingerprint(data));
  EXPECT_EQ(notes.at("features"), "a\nb\nc");
  EXPECT_EQ(notes.at("samples"), "60");
  EXPECT_EQ(notes.at("seed"), "4");
  EXPECT_EQ(notes.at("tuned"), tuned.verdict);
  EXPECT_TRUE(notes.contains("version") && notes.contains("constraints"));
  EXPECT_THAT(error_message([&] {
                read_for_model(folder.write("y.csv", swapped), {.label = "label"},
                               tuned.trained.fit.model);
              }),
              testing::HasSubstr("feature column 1 is 'b', the model was learned with 'a' there"));
}

// The whole road in a few lines.
TEST(Road, FromAFileToNeighbours) {
  const TemporaryDirectory folder;
  const Dataset data = read_dataset(MAHALA_SOURCE_DIR "/data/iris.csv", {.label = "label"});
  const Comparison found = compare(data, three_learners(), {.protocol = few_folds});
  EXPECT_LE(found.best().error_mean, found.euclidean().error_mean);
  const Tuned tuned = tune(data, {.grid = {.learners = {"rca"}, .ranks = {2}}});
  save(tuned.trained.fit.model, folder.path("iris.model"));
  const Matrix y = embed(load(folder.path("iris.model")), data.x);
  EXPECT_EQ(nearest(y, y, 3).item(0, 7), 7);
}

/// Samples without labels, and random pairs that say whether they had one in common.
struct WithoutLabels {
  Dataset data;
  Pairs pairs;
};

WithoutLabels without_labels(const Dataset& labelled, Index count) {
  WithoutLabels found{{.x = labelled.x}, {}};
  Rng rng = make_rng(3);
  while (std::ssize(found.pairs) < count) {
    const Index i = random_index(labelled.size(), rng), j = random_index(labelled.size(), rng);
    if (i == j) continue;
    const bool same = labelled.labels.share(i, j);
    found.pairs.push_back({i, j, same ? Relation::at_most : Relation::at_least, open_bound});
  }
  return found;
}

TEST(TuneByPairs, LearnsFromThemAndSaysSo) {
  const auto [data, pairs] = without_labels(blobs(90), 500);
  TuneOptions options{.grid = grid_given(Supervision::pairs),
                      .protocol = {.folds = 3, .repeats = 2, .by = pairs},
                      .constraints_name = "pairs.csv"};
  const Tuned tuned = tune(data, options);
  EXPECT_FALSE(tuned.winner.title.starts_with("euclidean"));
  EXPECT_NE(tuned.verdict.find("AUC"), std::string::npos) << tuned.verdict;
  EXPECT_GT(tuned.winner.means.at("auc"), tuned.comparison.euclidean().means.at("auc"));
  const Notes& notes = tuned.trained.fit.model.notes;
  EXPECT_EQ(notes.at("constraints_file"), "pairs.csv");
  EXPECT_EQ(notes.at("constraints_fingerprint"), fingerprint(pairs));
}

TEST(AutoByPairs, ChoosesALearnerOrNothing) {
  const auto learner = find_learner("auto").make();
  const auto [data, pairs] = without_labels(blobs(90), 500);
  const Trained helped = train(*learner, data, pairs, {});
  EXPECT_NE(helped.choice->title, "euclidean") << helped.choice->why;
  EXPECT_EQ(helped.constraints, 500);
  const auto [random, idle] = without_labels(noise(5), 300);
  const Trained kept = train(*learner, random, idle, {});
  EXPECT_EQ(kept.choice->title, "euclidean") << kept.choice->why;
}

TEST(PreparationByLearning, TakesWhatTheLearnerDoesBestWith) {
  // One feature tells the classes apart and another is a thousand times as wide: raw distances see
  // that one alone.
  Dataset labelled = blobs(90);
  Matrix x = labelled.x.block(0, 90);
  x.row(5) *= 1000;
  labelled.x = Samples(std::move(x));
  const auto [data, pairs] = without_labels(labelled, 500);
  const auto learner = find_learner("psd-flat").make();
  EXPECT_EQ(train(*learner, data, pairs, {}).fit.model.prepare.plan(), "standardise");
}

}  // namespace
}  // namespace mahala::test::compare_test
