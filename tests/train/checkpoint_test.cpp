// Runs that are killed at any step and go on to the last bit, and files that are refused.
#include "mahala/core/checkpoint/checkpoint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/compare/contest_facts.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/train/run_facts.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/every_learner.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::checkpoint_test {
namespace {

/// What kill -9 is to a process: nothing catches it.
struct Killed {};

/// Counts what it is asked, and kills the run the `last` time.
Monitor killing(Index& asked, Index last) {
  return [&asked, last](const Progress&) {
    if (++asked == last) throw Killed();
    return true;
  };
}

/// A run that takes a monitor and a checkpoint, and gives what is to be the same.
using KeptRun = std::function<Model(const Monitor&, Checkpoint*)>;

/// Killed at random places, some of them while it was going on from one before, then ended; how
/// many steps were left at the end.
Model killed_and_resumed(const KeptRun& work, Index steps, std::uint64_t seed, Index& left) {
  const TemporaryDirectory folder;
  const auto file = folder.path("run.checkpoint");
  Rng rng = make_rng(seed);
  for (int turn = 0; turn < 3; ++turn) {
    Index asked = 0;
    const Index last = 1 + random_index(steps, rng);
    Checkpoint checkpoint(file, {}, {.steps = 1 + random_index(3, rng)}, true);
    try {
      work(killing(asked, last), &checkpoint);
    } catch (const Killed&) {
    }
  }
  Checkpoint checkpoint(file, {}, {.steps = 1}, true);
  EXPECT_TRUE(checkpoint.resumed());
  left = 0;
  return work(killing(left, -1), &checkpoint);
}

/// Error of the test unless killing changes no bit and saves steps.
void expect_the_same_when_killed(const KeptRun& work, std::uint64_t seed) {
  Index steps = 0, left = 0;
  const Model whole = work(killing(steps, -1), nullptr);
  ASSERT_GT(steps, 0);
  expect_same(whole, killed_and_resumed(work, steps, seed, left));
  // With a file for every step: what was done is not done again.
  const TemporaryDirectory folder;
  const auto file = folder.path("run.checkpoint");
  const Index last = std::max<Index>(1, 3 * steps / 4);
  Index asked = 0;
  {
    Checkpoint checkpoint(file, {}, {.steps = 1}, false);
    EXPECT_THROW(work(killing(asked, last), &checkpoint), Killed);
  }
  Checkpoint checkpoint(file, {}, {.steps = 1}, true);
  left = 0;
  expect_same(whole, work(killing(left, -1), &checkpoint));
  if (steps > 3) {
    EXPECT_LT(left, steps);
  }
}

struct Case {
  std::string learner;
  Settings settings = {};
  std::string kind = "dense";  ///< of the samples; "sparse", "many"
  Supervision given = Supervision::nothing;
};

Dataset samples_of(const Case& about) {
  Dataset data = about.kind == "many" ? blobs(900, 12) : blobs(120, 6);
  if (about.kind == "sparse") {
    Matrix x = std::get<Matrix>(data.x.storage()).cwiseMax(0);
    data.x = Samples(SparseMatrix(x.sparseView()));
  }
  if (find_learner(about.learner).needs == Supervision::outputs) {
    std::vector<std::string> numbers;
    for (Index i = 0; i < data.size(); ++i) numbers.push_back(std::to_string(1 + i % 3));
    data.labels = Labels::from_names(numbers);
  }
  return data;
}

std::optional<Constraints> given_to(const Case& about, const Dataset& data) {
  if (about.given == Supervision::nothing) return std::nullopt;
  Rng rng = make_rng(3);
  return sample_constraints(about.given, data.labels, data.x, {.count = 2000}, rng);
}

KeptRun run_of(const Case& about) {
  const auto data = std::make_shared<const Dataset>(samples_of(about));
  const auto given = given_to(about, *data);
  const TrainOptions options{.prepare = about.kind == "sparse" ? "none" : "standardise"};
  return [=](const Monitor& monitor, Checkpoint* checkpoint) {
    const auto learner = find_learner(about.learner).make();
    for (const auto& [name, value] : about.settings) set(learner->options(), name, value);
    return train(*learner, *data, given, options,
                 {.monitor = monitor, .seed = 5, .checkpoint = checkpoint})
        .fit.model;
  };
}

class KilledCase : public testing::TestWithParam<Case> {};

TEST_P(KilledCase, GoesOnToTheLastBit) {
  for (const std::uint64_t seed : {1, 2}) expect_the_same_when_killed(run_of(GetParam()), seed);
}

const std::string quick = "30";

INSTANTIATE_TEST_SUITE_P(
    Solvers, KilledCase,
    testing::Values(
        Case{"psd-flat", {{"rank", "3"}, {"lambda", "0"}, {"solver", "cg"}}},
        Case{"psd-flat",
             {{"rank", "3"}, {"lambda", "0"}, {"solver", "gradient"}, {"max_iterations", "50"}}},
        Case{"psd-flat", {{"rank", "3"}, {"lambda", "0"}, {"solver", "lbfgs"}}, "many"},
        Case{"psd-flat", {{"rank", "3"}, {"lambda", "0"}, {"solver", "newton"}}},
        Case{"psd-flat", {{"rank", "3"}, {"lambda", "0"}, {"solver", "gauss-newton"}}},
        Case{"psd-flat",
             {{"rank", "3"}, {"lambda", "0"}, {"solver", "armijo"}, {"max_iterations", "40"}}},
        Case{"psd-flat", {{"rank", "3"}}},
        Case{"psd-flat", {{"rank", "3"}}, "dense", Supervision::triplets},
        Case{"psd-flat", {{"rank", "2"}, {"solver", "online"}, {"passes", "2"}}},
        Case{"psd-flat", {{"rank", "2"}, {"solver", "online"}, {"passes", "2"}}, "sparse"},
        Case{"psd-polar", {{"rank", "3"}, {"solver", "cg"}}},
        Case{"psd-polar", {{"rank", "3"}, {"solver", "lbfgs"}}, "many", Supervision::pairs},
        Case{"psd-polar", {{"rank", "2"}, {"solver", "online"}, {"passes", "2"}}, "sparse"}));

INSTANTIATE_TEST_SUITE_P(
    FullMetrics, KilledCase,
    testing::Values(Case{"spd-affine", {{"solver", "cg"}}},
                    Case{"spd-affine", {{"solver", "lbfgs"}}}, Case{"spd-log", {{"solver", "cg"}}},
                    Case{"itml", {{"solver", "projections"}, {"gamma", "1"}}, "many"},
                    Case{"itml", {{"solver", "blocked"}, {"gamma", "1"}}, "many"},
                    Case{"itml", {{"solver", "path"}, {"gamma", "100"}}},
                    Case{"lmnn", {{"solver", "full"}, {"max_iterations", "40"}}},
                    Case{"mcml", {{"solver", "full"}, {"max_iterations", "20"}}},
                    Case{"lmnn", {{"rank", "3"}}, "many"},
                    Case{"lmnn", {{"rank", "3"}}, "dense", Supervision::triplets}));

INSTANTIATE_TEST_SUITE_P(
    Neighbours, KilledCase,
    testing::Values(
        Case{"nca", {{"rank", "2"}, {"queries", "100"}, {"max_iterations", "30"}}, "many"},
        Case{"nca", {{"rank", "2"}, {"lambda", "0"}, {"max_iterations", "30"}}, "many"},
        Case{"mcml", {{"rank", "2"}, {"lambda", "0"}, {"max_iterations", "20"}}},
        Case{"mlkr", {{"rank", "2"}, {"max_iterations", "30"}}}));

INSTANTIATE_TEST_SUITE_P(
    Streams, KilledCase,
    testing::Values(Case{"nlms", {{"space", "flat"}, {"rank", "2"}, {"passes", "3"}}},
                    Case{"nlms", {{"space", "polar"}, {"rank", "2"}, {"passes", "3"}}},
                    Case{"nlms", {{"space", "polar"}, {"rank", "2"}, {"passes", "3"}}, "sparse"},
                    Case{"lms", {{"space", "vector"}, {"passes", "3"}}},
                    Case{"lms", {{"space", "vector"}, {"passes", "3"}}, "sparse"},
                    Case{"nlms", {{"space", "affine"}, {"passes", "3"}}},
                    Case{"oja", {{"rank", "2"}}}, Case{"oja", {{"rank", "2"}}, "sparse"},
                    Case{"loreta", {{"rank", "2"}, {"steps", "4000"}, {"step", "0"}}},
                    Case{"loreta", {{"rank", "2"}, {"steps", "4000"}, {"step", "0.1"}}},
                    Case{"loreta", {{"rank", "2"}, {"steps", "3000"}, {"step", "0.1"}}, "sparse"},
                    Case{"loreta",
                         {{"rank", "2"}, {"steps", "3000"}, {"step", "0.1"}},
                         "dense",
                         Supervision::triplets}));

/// A race that is killed again and again gives the choice, and what it chose the bits, of one that
/// is not.
TEST(Checkpoint, ARaceGoesOn) {
  const auto data = std::make_shared<const Dataset>(blobs(90, 5));
  expect_the_same_when_killed(
      [=](const Monitor& monitor, Checkpoint* checkpoint) {
        const auto learner = find_learner("auto").make();
        set(learner->options(), "budget", "0.2");
        return train(*learner, *data, std::nullopt, {},
                     {.monitor = monitor, .seed = 2, .checkpoint = checkpoint})
            .fit.model;
      },
      3);
}

const Protocol three_folds{.folds = 3, .repeats = 2, .seed = 4};

std::vector<LearnerCandidate> some_candidates() {
  return {make_candidate("euclidean"), make_candidate("lda"),
          make_candidate("psd-flat", {{"rank", "2"}})};
}

/// Of a table, what does not tell the time.
std::vector<std::tuple<std::string, std::vector<double>, Index, double>> told_by(
    const Comparison& comparison) {
  std::vector<std::tuple<std::string, std::vector<double>, Index, double>> all;
  for (const ComparedMethod& each : comparison.table) {
    all.emplace_back(each.title, each.errors, each.rank, each.p_euclidean);
  }
  return all;
}

TEST(Checkpoint, AComparisonGoesOnWithTheFoldsThatAreLeft) {
  const Dataset data = blobs();
  CompareOptions options{.protocol = three_folds};
  const auto whole = told_by(compare(data, some_candidates(), options));
  const TemporaryDirectory folder;
  const auto file = folder.path("compare.checkpoint");
  const auto watched = [&](Index last, Index& folds) {
    Checkpoint checkpoint(file, facts_of(data, some_candidates(), options), {.steps = 1}, true);
    CompareOptions own = options;
    own.protocol.checkpoint = &checkpoint;
    return compare(data, some_candidates(), own,
                   {.folds = [&](const std::string&) { return killing(folds, last); }});
  };
  Index folds = 0;
  EXPECT_THROW(watched(8, folds), Killed);
  EXPECT_EQ(told_by(watched(-1, folds)), whole);
}

TEST(Checkpoint, TuningGoesOnAndItsModelIsTheSame) {
  const Dataset data = blobs();
  TuneOptions options{.protocol = three_folds};
  const Tuned whole = tune(data, some_candidates(), options);
  const TemporaryDirectory folder;
  const auto file = folder.path("tune.checkpoint");
  const auto watched = [&](Index last_fold, Index last_step) {
    Checkpoint checkpoint(file, facts_of(data, some_candidates(), options), {.steps = 1}, true);
    TuneOptions own = options;
    own.protocol.checkpoint = &checkpoint;
    Index folds = 0, steps = 0;
    return tune(data, some_candidates(), own,
                {.folds = [&](const std::string&) { return killing(folds, last_fold); },
                 .steps = [&] { return killing(steps, last_step); }});
  };
  EXPECT_THROW(watched(7, -1), Killed);
  if (whole.trained.fit.iterations > 2) {
    EXPECT_THROW(watched(-1, 2), Killed);
  }
  const Tuned resumed = watched(-1, -1);
  EXPECT_EQ(told_by(resumed.comparison), told_by(whole.comparison));
  expect_same(resumed.trained.fit.model, whole.trained.fit.model);
}

/// A comparison that is asked to stop leaves out what was cut short.
TEST(Checkpoint, FoldsThatWereCutShortAreNotKept) {
  const Dataset data = blobs();
  CompareOptions options{.protocol = three_folds};
  const auto whole = told_by(compare(data, some_candidates(), options));
  const TemporaryDirectory folder;
  const auto file = folder.path("compare.checkpoint");
  for (Index last = 1; last < 12; last += 3) {
    Checkpoint checkpoint(file, {}, {.steps = 1}, true);
    CompareOptions own = options;
    own.protocol.checkpoint = &checkpoint;
    Index asked = 0;
    const Watcher watcher{.stop = [&] { return ++asked > 40 * last; }};
    try {
      compare(data, some_candidates(), own, watcher);
    } catch (const Stopped&) {
    }
  }
  Checkpoint checkpoint(file, {}, {.steps = 1}, true);
  options.protocol.checkpoint = &checkpoint;
  EXPECT_EQ(told_by(compare(data, some_candidates(), options)), whole);
}

class CheckpointFiles : public testing::Test {
 protected:
  /// A run that was killed, and left its file.
  void leave(const RunFacts& facts) {
    Checkpoint checkpoint(file_, facts, {.steps = 1}, false);
    Index asked = 0;
    EXPECT_THROW(run_of({"psd-flat", {{"rank", "2"}}})(killing(asked, 4), &checkpoint), Killed);
  }

  std::string refusal(const RunFacts& facts, bool resume = true) const {
    return folder_.without_root(
        error_message([&] { Checkpoint checkpoint(file_, facts, {}, resume); }));
  }

  TemporaryDirectory folder_;
  std::filesystem::path file_ = folder_.path("a.checkpoint");
};

TEST_F(CheckpointFiles, OfAnotherRunAreRefusedByWhatDiffers) {
  const Dataset data = blobs(), other = blobs(120, 6, 3, 8);
  const auto nca = find_learner("nca").make();
  const RunFacts ours = facts_of(*nca, data, std::nullopt, {}, 1);
  leave(ours);
  EXPECT_THAT(refusal(facts_of(*find_learner("lmnn").make(), data, std::nullopt, {}, 1)),
              testing::HasSubstr("its learner is nca, here it is lmnn"));
  EXPECT_THAT(refusal(facts_of(*nca, data, std::nullopt, {}, 2)),
              testing::HasSubstr("its seed is 1, here it is 2"));
  EXPECT_THAT(refusal(facts_of(*nca, other, std::nullopt, {}, 1)),
              testing::HasSubstr("its data is 120 samples of 6 features, double, "));
  EXPECT_THAT(refusal(facts_of(*nca, data, std::nullopt, {.prepare = "none"}, 1)),
              testing::HasSubstr("its option prepare is auto, here it is none"));
  EXPECT_THAT(refusal(facts_of(*nca, data, Constraints(Pairs{{.i = 0, .j = 1}}), {}, 1)),
              testing::HasSubstr("it knows no constraints"));
  set(nca->options(), "rank", "3");
  EXPECT_THAT(refusal(facts_of(*nca, data, std::nullopt, {}, 1)),
              testing::HasSubstr("its option rank is 0, here it is 3"));
  EXPECT_THAT(refusal(ours, false), testing::HasSubstr("resume it, or remove it"));
  EXPECT_NO_THROW(Checkpoint(file_, ours, {}, true));
}

TEST_F(CheckpointFiles, ThatAreTornOrForeignAreRefused) {
  leave({{"learner", "psd-flat"}});
  const std::string whole = folder_.read("a.checkpoint");
  ASSERT_GT(whole.size(), 200u);
  for (const std::size_t size : {std::size_t{20}, whole.size() / 2, whole.size() - 1}) {
    folder_.write("a.checkpoint", std::string_view(whole).substr(0, size));
    EXPECT_THAT(refusal({}), testing::HasSubstr("cut off")) << size;
  }
  for (const std::size_t place : {std::size_t{30}, whole.size() / 2, whole.size() - 3}) {
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 4);
    folder_.write("a.checkpoint", damaged);
    EXPECT_THAT(refusal({}), testing::HasSubstr("damaged")) << place;
  }
  std::string newer = whole;
  newer[8] = 9;
  folder_.write("a.checkpoint", newer);
  EXPECT_THAT(refusal({}), testing::HasSubstr("format 9"));
  folder_.write("a.checkpoint", "x,y\n1,2\n");
  EXPECT_EQ(refusal({}), "a.checkpoint: is no checkpoint of mahala");
}

TEST_F(CheckpointFiles, GoOnceTheResultIsSafeAndAreWrittenAtOnce) {
  Checkpoint checkpoint(file_, {}, {}, true);
  EXPECT_FALSE(checkpoint.resumed());
  EXPECT_TRUE(std::filesystem::exists(file_));
  checkpoint.finish();
  EXPECT_FALSE(std::filesystem::exists(file_));
  EXPECT_THROW(Checkpoint(folder_.path("no/such/folder"), {}, {}, false), Error);
}

TEST(Checkpoint, SaysHowOften) {
  EXPECT_EQ(parse_every("100").steps, 100);
  EXPECT_EQ(parse_every("0.5s").seconds, 0.5);
  EXPECT_EQ(parse_every("0.5s").steps, 0);
  for (const char* wrong : {"", "0", "-1", "s", "0s", "10m", "1e999s", "nan s", "5 s"}) {
    EXPECT_THROW(parse_every(wrong), Error) << wrong;
  }
}

}  // namespace
}  // namespace mahala::test::checkpoint_test
