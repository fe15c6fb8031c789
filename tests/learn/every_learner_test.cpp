// Promises every entry of the registry keeps; a new learner is tested by being listed.

#include "tests/support/every_learner.hpp"

#include <gtest/gtest.h>

#include "mahala/core/checkpoint/checkpoint.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/random.hpp"
#include "mahala/model/model_file.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::every_learner_test {
namespace {

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const LearnerEntry& entry : learners()) all.emplace_back(entry.name);
  return all;
}

TEST_P(EveryLearner, GivesAFiniteModelOfTheDataDimension) {
  const Dataset data = usual();
  const Trained result = trained(data);
  expect_sound(result.fit);
  const bool objects = entry.domain == Domain::objects;
  EXPECT_EQ(result.fit.model.kind, entry.gives);
  EXPECT_EQ(result.fit.model.input_dim(), objects ? 0 : data.dim());
  EXPECT_EQ(result.fit.model.dim(), objects ? data.size() : data.dim());
  EXPECT_EQ(applied(result.fit.model, data.x).cols(), data.size());
}

TEST_P(EveryLearner, NeverRaisesItsObjective) {
  const Fit fit = trained(usual()).fit;
  const auto& trace = fit.trace;
  if (trace.empty()) GTEST_SKIP() << "has no iterations";
  // Those that draw their examples report the mean loss of the last ones: a random number.
  const double chance = entry.samples_itself ? 0.02 : 0;
  EXPECT_LE(trace.back().objective, trace.front().objective + chance);
}

TEST_P(EveryLearner, RepeatsItselfExactlyForAnyNumberOfThreads) {
  const int before = threads();
  // As many samples as make products and sums of several parts.
  be_quick();
  const Dataset data = usual(300, 20);
  set_threads(1);
  const Model one = trained(data).fit.model;
  for (const int count : {2, 3, 4}) {
    set_threads(count);
    SCOPED_TRACE(count);
    expect_same(one, trained(data).fit.model);
  }
  set_threads(before);
}

TEST_P(EveryLearner, SaysSoWhereItsBudgetIsSpent) {
  const bool sweeps = has("max_sweeps");
  if (!sweeps && !has("max_iterations")) GTEST_SKIP() << "makes no iterations, or a given number";
  set(learner->options(), sweeps ? "max_sweeps" : "max_iterations", "1");
  set_if_there("tolerance", "1e-12");
  if (sweeps) set(learner->options(), "solver", "projections");
  const Fit fit = trained(usual()).fit;
  EXPECT_EQ(fit.status, Status::budget_spent) << fit.message;
  EXPECT_LE(fit.iterations, 1);
}

TEST_P(EveryLearner, StopsWhenTheMonitorSaysSo) {
  be_quick();
  if (trained(usual()).fit.trace.empty()) GTEST_SKIP() << "has no iterations to stop";
  Index asked = 0;
  const auto no = [&asked](const Progress&) { return ++asked < 0; };
  const Fit fit = trained(usual(), {.monitor = no}).fit;
  EXPECT_EQ(fit.status, Status::stopped);
  EXPECT_EQ(asked, 1) << "once is enough";
  EXPECT_LE(fit.trace.size(), 1u);
  EXPECT_TRUE(fit.model.left.allFinite());
}

TEST_P(EveryLearner, GoesOnToTheLastBitWhereItWasKilled) {
  struct Killed {};
  be_quick();
  const Dataset data = usual();
  Index steps = 0, kill_at = -1;
  const auto monitor = [&](const Progress&) {
    if (++steps == kill_at) throw Killed();
    return true;
  };
  const Model whole = trained(data, {.monitor = monitor, .seed = 1}).fit.model;
  const Index all = steps;
  if (all == 0) GTEST_SKIP() << "has no steps to be killed at";
  const TemporaryDirectory folder;
  Rng rng = make_rng(11);
  for (int kill = 0; kill < 3; ++kill) {
    Checkpoint checkpoint(folder.path("state"), {}, {.steps = 1 + kill}, true);
    kill_at = kill < 2 ? 1 + random_index(all, rng) : -1;
    steps = 0;
    try {
      const Model model =
          trained(data, {.monitor = monitor, .seed = 1, .checkpoint = &checkpoint}).fit.model;
      expect_same(whole, model);
    } catch (const Killed&) {
    }
    EXPECT_GT(checkpoint.loops(), 0) << "nothing is kept of its steps";
  }
}

TEST_P(EveryLearner, RefusesConstraintsItCannotLearnFrom) {
  const Dataset data = usual();
  const std::vector<Constraints> kinds = {
      Pairs{{.i = 0, .j = 1}}, Triplets{{.query = 0, .near = 1, .far = 2}},
      NearFarSets{{.query = 0, .near = {1}, .far = {2}}}, Rankings{{.sample = 0, .relevant = {1}}},
      Forms{{.terms = {{.i = 0, .j = 1}}}}};
  for (const Constraints& given : kinds) {
    if (entry.takes(kind(given))) continue;
    EXPECT_THROW(learner->fit(data, given), Error) << name(kind(given));
  }
}

TEST_P(EveryLearner, RefusesAnUnknownOption) {
  EXPECT_THROW(set(learner->options(), "no_such_option", "1"), Error);
}

TEST_P(EveryLearner, RefusesValuesOutsideTheirRange) {
  for (const Option& option : learner->options()) {
    const bool is_text = std::holds_alternative<std::string*>(option.field);
    if (is_text && words(option).empty()) continue;
    if (is_text || std::holds_alternative<Choice>(option.field)) {
      EXPECT_THROW(set({option}, option.name, "no such choice"), Error) << option.name;
      continue;
    }
    EXPECT_THROW(set({option}, option.name, "-1e300"), Error) << option.name;
    EXPECT_THROW(set({option}, option.name, "many"), Error) << option.name;
  }
}

TEST_P(EveryLearner, DescribesOptionsThatReadBackTheirDefaults) {
  for (const Option& option : learner->options()) {
    const std::string before = value(option);
    set({option}, option.name, before);
    EXPECT_EQ(value(option), before) << option.name;
    EXPECT_FALSE(option.help.empty()) << option.name;
  }
}

TEST_P(EveryLearner, RespectsARankItIsGiven) {
  // A similarity keeps a share of the identity beside a low rank, which has every rank.
  if (learner->facts().gives == ModelKind::similarity) set_if_there("identity", "0");
  for (const Option& option : learner->options()) {
    if (option.name != "rank") continue;
    set({option}, "rank", "2");
    EXPECT_EQ(trained(usual()).fit.model.rank(), 2);
    set({option}, "rank", "1000");
    EXPECT_THROW(trained(usual()), Error);
  }
}

TEST_P(EveryLearner, RecordsItselfAndItsOptionsInTheModel) {
  const Notes notes = trained(usual()).fit.model.notes;
  EXPECT_EQ(notes.at("learner"), GetParam());
  EXPECT_TRUE(notes.contains("status"));
  EXPECT_TRUE(notes.contains("certificate"));
  for (const Option& option : learner->options()) {
    EXPECT_EQ(notes.at("option." + std::string(option.name)), value(option));
  }
}

TEST_P(EveryLearner, SurvivesSavingAndLoading) {
  const Dataset data = usual();
  const Model model = trained(data).fit.model;
  const TemporaryDirectory folder;
  save(model, folder.path("model"));
  const Model again = load(folder.path("model"));
  EXPECT_EQ(again.left, model.left);
  EXPECT_EQ(again.notes, model.notes);
  EXPECT_EQ(applied(again, data.x), applied(model, data.x));
}

TEST_P(EveryLearner, LearnsFromSparseSamplesWhatItLearnsFromDenseOnes) {
  // After some tens of halvings the last bit decides where a descent goes, and after some
  // thousand examples which of them has a loss.
  set_if_there("max_iterations", "5");
  if (entry.samples_itself) {
    set_if_there("steps", "200");
    set_if_there("step", "0.01");
  }
  Dataset dense = usual();
  Matrix& x = std::get<Matrix>(dense.x.storage());
  x = x.cwiseMax(0);
  Dataset sparse = dense;
  sparse.x = Samples(SparseMatrix(x.sparseView()));
  const TrainOptions options{.prepare = "none"};
  const Model a = train(*learner, dense, std::nullopt, options).fit.model;
  const Model b = train(*learner, sparse, std::nullopt, options).fit.model;
  // Rounding may add or save a step before the tolerance is met.
  EXPECT_LT((a.left - b.left).norm(), 1e-3 * (1 + a.left.norm()));
  EXPECT_LT((a.right - b.right).norm(), 1e-3 * (1 + a.right.norm()));
}

INSTANTIATE_TEST_SUITE_P(Registry, EveryLearner, testing::ValuesIn(names()), [](const auto& test) {
  std::string name = test.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Registry, ListsNamesInOrderOnce) {
  const auto all = names();
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

TEST(Registry, FindsNamesInAnyCaseAndWithUnderscores) {
  EXPECT_EQ(find_learner("ITML").name, "itml");
  EXPECT_EQ(find_learner("psd_Flat").name, "psd-flat");
}

TEST(Registry, SuggestsTheNearestNames) {
  const auto answer = [](std::string_view name) {
    return error_message([&] { find_learner(name); });
  };
  EXPECT_EQ(answer("psd-flta"), "there is no learner 'psd-flta'; did you mean 'psd-flat'?");
  EXPECT_EQ(answer("resnet50"), "there is no learner 'resnet50'; see the list of learners");
  const std::string many = answer("lmn");
  EXPECT_LE(std::count(many.begin(), many.end(), '?'), 1);
  EXPECT_LE(std::count(many.begin(), many.end(), '\''), 8);
}

TEST(Registry, LearnersKnowTheirFacts) {
  for (const LearnerEntry& entry : learners()) {
    const LearnerFacts facts = entry.make()->facts();
    EXPECT_EQ(facts.name, entry.name);
    EXPECT_EQ(facts.continues, entry.continues) << entry.name;
    EXPECT_EQ(facts.streams, entry.streams) << entry.name;
  }
}

}  // namespace
}  // namespace mahala::test::every_learner_test
