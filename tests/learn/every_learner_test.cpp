// Promises every entry of the registry keeps; a new learner is tested by being listed.

#include <gtest/gtest.h>

#include <filesystem>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/learn/train.hpp"
#include "mahala/model/model_file.hpp"
#include "mahala/model/scores.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test {
namespace {

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const LearnerEntry& entry : learners()) all.emplace_back(entry.name);
  return all;
}

/// What a model makes of samples, whatever its kind.
Matrix applied(const Model& model, const Samples& x) {
  if (model.kind == ModelKind::metric) return embed(model, x);
  if (model.kind == ModelKind::ranking) return label_scores(model, x);
  const Samples side = embed_side(model, x, Side::right);
  return side.block(0, side.size());
}

class EveryLearner : public testing::TestWithParam<std::string> {
 protected:
  const LearnerEntry& entry = find_learner(GetParam());
  std::unique_ptr<Learner> learner = entry.make();

  /// Blobs; their classes are numbers for learners of outputs.
  Dataset usual(Index n = 120, Index dim = 6) const {
    Dataset data = blobs(n, dim);
    if (entry.needs != "outputs") return data;
    std::vector<std::string> outputs;
    for (Index i = 0; i < n; ++i) outputs.push_back(std::to_string(1 + i % 3));
    data.labels = Labels::from_names(outputs);
    return data;
  }

  /// Sets an option if the learner has it.
  void set_if_there(std::string_view name, std::string_view text) const {
    for (const Option& option : learner->options()) {
      if (option.name == name) set({option}, name, text);
    }
  }

  Trained trained(const Dataset& data, const mahala::Run& run = {.seed = 1}) const {
    return train(entry, *learner, data, std::nullopt, {}, run);
  }

  /// Sound, or told by sampling that these labels allow no constraints; without any, the prior
  /// comes back.
  void expect_sound_if_there_is_anything(const Dataset& data) const {
    try {
      expect_sound(trained(data));
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("the labels allow no"), std::string::npos)
          << error.what();
      const Model model = learner->fit(data, none()).model, prior = learner->prior(data);
      EXPECT_EQ(model.left, prior.left);
      EXPECT_EQ(model.identity, prior.identity);
    }
  }

  /// No constraints of the kind it needs.
  Constraints none() const {
    for (const Constraints& empty :
         std::vector<Constraints>{Pairs{}, Triplets{}, NearFarSets{}, Rankings{}}) {
      if (kind(empty) == entry.needs) return empty;
    }
    return Nothing{};
  }

  static void expect_sound(const Trained& result) {
    EXPECT_NE(result.fit.status, Status::diverged) << result.fit.message;
    EXPECT_TRUE(result.fit.model.left.allFinite());
    EXPECT_TRUE(result.fit.model.right.allFinite());
    EXPECT_TRUE(std::isfinite(result.fit.objective));
    EXPECT_FALSE(result.fit.message.empty());
  }
};

TEST_P(EveryLearner, GivesAFiniteModelOfTheDataDimension) {
  const Dataset data = usual();
  const Trained result = trained(data);
  expect_sound(result);
  const bool objects = entry.places == Domain::objects;
  EXPECT_EQ(result.fit.model.kind, entry.gives);
  EXPECT_EQ(result.fit.model.input_dim(), objects ? 0 : data.dim());
  EXPECT_EQ(result.fit.model.dim(), objects ? data.size() : data.dim());
  EXPECT_EQ(applied(result.fit.model, data.x).cols(), data.size());
}

TEST_P(EveryLearner, NeverRaisesItsObjective) {
  const auto trace = trained(usual()).fit.trace;
  if (trace.empty()) GTEST_SKIP() << "has no iterations";
  // Those that draw their examples report the mean loss of the last ones: a random number.
  const double chance = entry.draws ? 0.02 : 0;
  EXPECT_LE(trace.back().objective, trace.front().objective + chance);
}

TEST_P(EveryLearner, RepeatsItselfExactlyForAnyNumberOfThreads) {
  const int before = threads();
  set_threads(1);
  const Model one = trained(usual()).fit.model;
  set_threads(3);
  const Model three = trained(usual()).fit.model;
  EXPECT_EQ(one.left, three.left);
  EXPECT_EQ(one.right, three.right);
  set_threads(before);
}

TEST_P(EveryLearner, StopsWhenTheMonitorSaysSo) {
  const Fit fit = trained(usual(), {.monitor = [](const Progress&) { return false; }}).fit;
  if (fit.trace.empty()) GTEST_SKIP() << "has no iterations to stop";
  EXPECT_EQ(fit.status, Status::stopped);
  EXPECT_EQ(fit.trace.size(), 1u);
}

TEST_P(EveryLearner, RefusesConstraintsItCannotLearnFrom) {
  const Dataset data = usual();
  const std::vector<Constraints> kinds = {
      Pairs{{.i = 0, .j = 1}}, Triplets{{.query = 0, .near = 1, .far = 2}},
      NearFarSets{{.query = 0, .near = {1}, .far = {2}}}, Rankings{{.sample = 0, .relevant = {1}}}};
  for (const Constraints& given : kinds) {
    if (kind(given) == entry.needs || kind(given) == entry.also) continue;
    EXPECT_THROW(learner->fit(data, given), Error) << kind(given);
  }
}

TEST_P(EveryLearner, RefusesAnUnknownOption) {
  EXPECT_THROW(set(learner->options(), "no_such_option", "1"), Error);
}

TEST_P(EveryLearner, RefusesNumbersOutsideTheirRange) {
  for (const Option& option : learner->options()) {
    if (std::holds_alternative<std::string*>(option.field)) continue;
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

TEST_P(EveryLearner, SurvivesDegenerateData) {
  const Dataset plain = usual();
  const auto with = [&](const char* what, const std::function<void(Matrix&)>& change) {
    SCOPED_TRACE(what);
    Dataset data = plain;
    change(std::get<Matrix>(data.x.storage()));
    expect_sound(trained(data));
  };
  with("constant column", [](Matrix& x) { x.row(3).setConstant(7); });
  with("duplicate samples", [](Matrix& x) { x.rightCols(20) = x.leftCols(20); });
  with("collinear columns", [](Matrix& x) { x.row(1) = 2 * x.row(0); });
  with("tiny scale", [](Matrix& x) { x *= 1e-100; });
  with("huge scale", [](Matrix& x) { x *= 1e100; });
}

TEST_P(EveryLearner, SurvivesDegenerateLabels) {
  if (entry.needs == "outputs") GTEST_SKIP() << "learns from numbers, not from classes";
  set_if_there("max_iterations", "50");  // soundness shows early
  const auto with = [&](const char* what, const std::function<std::string(Index)>& label) {
    SCOPED_TRACE(what);
    Dataset data = blobs();
    std::vector<std::string> labels;
    for (Index i = 0; i < data.size(); ++i) labels.push_back(label(i));
    data.labels = Labels::from_names(labels);
    expect_sound_if_there_is_anything(data);
  };
  with("one class", [](Index) { return "a"; });
  with("a class of one sample", [](Index i) { return i == 0 ? "a" : i % 2 ? "b" : "c"; });
  with("every sample its own class", [](Index i) { return std::to_string(i); });
}

TEST_P(EveryLearner, SurvivesFewerSamplesThanFeatures) {
  set_if_there("max_iterations", "20");
  expect_sound_if_there_is_anything(usual(3, 40));
  const auto options = learner->options();
  const bool low_rank = std::any_of(options.begin(), options.end(),
                                    [](const Option& option) { return option.name == "rank"; });
  if (low_rank) expect_sound_if_there_is_anything(usual(3, 1200));
}

TEST_P(EveryLearner, LearnsFromSparseSamplesWhatItLearnsFromDenseOnes) {
  // After some tens of halvings the last bit decides where a descent goes, and after some
  // thousand examples which of them has a loss.
  set_if_there("max_iterations", "5");
  if (entry.draws) {
    set_if_there("steps", "200");
    set_if_there("step", "0.01");
  }
  Dataset dense = usual();
  Matrix& x = std::get<Matrix>(dense.x.storage());
  x = x.cwiseMax(0);
  Dataset sparse = dense;
  sparse.x = Samples(SparseMatrix(x.sparseView()));
  const TrainOptions options{.prepare = "none"};
  const Model a = train(entry, *learner, dense, std::nullopt, options).fit.model;
  const Model b = train(entry, *learner, sparse, std::nullopt, options).fit.model;
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

TEST(Registry, SuggestsTheNearestName) {
  try {
    find_learner("psd-flta");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean 'psd-flat'?"), std::string::npos);
  }
}

}  // namespace
}  // namespace mahala::test
