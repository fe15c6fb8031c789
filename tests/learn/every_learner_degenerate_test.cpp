// Promises every entry of the registry keeps on data that break careless code; instantiated in
// every_learner_test.cpp.

#include <functional>

#include "tests/support/every_learner.hpp"

namespace mahala::test::every_learner_degenerate_test {
namespace {

/// What is done to samples, by name.
struct Change {
  const char* what;
  std::function<void(Matrix&)> make;
};

const std::vector<Change>& changes() {
  static const std::vector<Change> all = {
      {"constant column", [](Matrix& x) { x.row(3).setConstant(7); }},
      {"duplicate samples", [](Matrix& x) { x.rightCols(20) = x.leftCols(20); }},
      {"collinear columns", [](Matrix& x) { x.row(1) = 2 * x.row(0); }},
      {"all samples equal", [](Matrix& x) { x.colwise() = Vector(x.col(0)); }},
  };
  return all;
}

TEST_P(EveryLearner, SurvivesDegenerateSamples) {
  be_quick();
  for (const char* prepare : {"standardise", "none"}) {
    for (const Change& change : changes()) {
      SCOPED_TRACE(std::string(change.what) + ", prepared by " + prepare);
      Dataset data = usual(60);
      change.make(std::get<Matrix>(data.x.storage()));
      expect_sound_if_there_is_anything(data, {.prepare = prepare});
    }
  }
}

TEST_P(EveryLearner, SurvivesTinyAndHugeScales) {
  be_quick();
  for (const auto& [scale, prepare] : std::vector<std::pair<double, const char*>>{
           {1e-100, "standardise"}, {1e100, "standardise"}, {1e-8, "none"}, {1e8, "none"}}) {
    SCOPED_TRACE(std::to_string(std::log10(scale)) + std::string(" decades, prepared by ") +
                 prepare);
    Dataset data = usual(60);
    std::get<Matrix>(data.x.storage()) *= scale;
    expect_sound(trained(data, {.seed = 1}, {.prepare = prepare}).fit);
  }
}

// Products of squares are beyond the range of double: no promise to learn, but one to say so.
TEST_P(EveryLearner, LearnsOrSaysWhyNotAtScalesBeyondSquares) {
  be_quick();
  for (const double scale : {1e-100, 1e100}) {
    SCOPED_TRACE(scale);
    Dataset data = usual(60);
    std::get<Matrix>(data.x.storage()) *= scale;
    try {
      const Fit fit = trained(data, {.seed = 1}, {.prepare = "none"}).fit;
      EXPECT_TRUE(fit.model.left.allFinite());
      EXPECT_TRUE(fit.model.right.allFinite());
      EXPECT_FALSE(fit.message.empty());
      EXPECT_TRUE(std::isfinite(fit.objective) || fit.status == Status::diverged);
    } catch (const Error& error) {
      EXPECT_STRNE(error.what(), "");
    }
  }
}

TEST_P(EveryLearner, SurvivesDegenerateLabels) {
  if (entry.needs == Supervision::outputs) GTEST_SKIP() << "learns from numbers, not from classes";
  be_quick();
  const auto with = [&](const char* what, const std::function<std::string(Index)>& label) {
    SCOPED_TRACE(what);
    expect_sound_if_there_is_anything(labelled(blobs(30), label));
  };
  with("one class", [](Index) { return "a"; });
  with("a class of one sample", [](Index i) { return i == 0 ? "a" : i % 2 ? "b" : "c"; });
  with("every sample its own class", [](Index i) { return std::to_string(i); });
}

TEST_P(EveryLearner, SurvivesFewerSamplesThanFeatures) {
  be_quick();
  expect_sound_if_there_is_anything(usual(3, 40));
  if (has("rank")) expect_sound_if_there_is_anything(usual(3, 1200));
}

TEST_P(EveryLearner, SurvivesASingleSample) {
  be_quick();
  expect_sound_if_there_is_anything(usual(1));
}

TEST_P(EveryLearner, GivesItsStartBackWithoutInformation) {
  const Dataset data = usual(60);
  if (entry.needs == Supervision::nothing) GTEST_SKIP() << "learns from the samples themselves";
  if (GetParam() == "lms" || GetParam() == "nlms") GTEST_SKIP() << "every output says something";
  if (entry.needs == Supervision::outputs) {
    const Dataset constant = labelled(data, [](Index) { return "2"; });
    return expect_same(learner->fit(constant, Nothing{}).model, learner->prior(constant));
  }
  if (entry.gives == ModelKind::ranking && !entry.samples_itself)
    GTEST_SKIP() << "any label says something";
  if (entry.needs == Supervision::labels) {
    const Dataset alone = labelled(data, [](Index i) { return std::to_string(i); });
    return expect_same(learner->fit(alone, Nothing{}).model, learner->prior(alone));
  }
  const Model before = start(data);
  expect_same(learner->fit(data, none()).model, before);
}

}  // namespace
}  // namespace mahala::test::every_learner_degenerate_test
