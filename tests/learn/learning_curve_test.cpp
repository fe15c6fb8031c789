#include "mahala/learn/stream/learning_curve.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/train/registry.hpp"
#include "mahala/train/train.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::learning_curve_test {

std::vector<Progress> falling_trace(Index steps) {
  std::vector<Progress> trace;
  for (Index t = 0; t < steps; ++t) {
    trace.push_back({.step = t, .objective = 1.0 / static_cast<double>(t + 3)});
  }
  return trace;
}

TEST(LearningCurve, SurvivesBeingWrittenAndRead) {
  const auto curve = learning_curve(falling_trace(50));
  const auto again = read_curve(write_curve(curve));
  ASSERT_EQ(again.size(), 50u);
  for (std::size_t k = 0; k < curve.size(); ++k) {
    EXPECT_EQ(again[k].step, curve[k].step);
    EXPECT_EQ(again[k].objective, curve[k].objective);
  }
  EXPECT_TRUE(read_curve("").empty());
}

TEST(LearningCurve, IsThinnedEvenlyAndKeepsBothEnds) {
  const auto curve = learning_curve(falling_trace(100001));
  ASSERT_EQ(curve.size(), most_curve_points);
  EXPECT_EQ(curve.front().step, 0);
  EXPECT_EQ(curve.back().step, 100000);
  for (std::size_t k = 1; k < curve.size(); ++k) {
    const Index gap = curve[k].step - curve[k - 1].step;
    EXPECT_TRUE(gap == 502 || gap == 503) << gap;
  }
}

TEST(LearningCurve, LeavesOutWhatIsNotFinite) {
  auto trace = falling_trace(3);
  trace[1].objective = std::numeric_limits<double>::quiet_NaN();
  const auto curve = learning_curve(trace);
  ASSERT_EQ(curve.size(), 2u);
  EXPECT_EQ(curve[1].step, 2);
}

TEST(LearningCurve, RefusesOtherText) {
  for (const char* text : {"1", "1:x", "x:1", "1:2:x", "1:2:3:x", "1:2:3:4:5", "1:2  3:4", ":"}) {
    EXPECT_THROW(read_curve(text), Error) << text;
  }
}

TEST(LearningCurve, IsNotedByLearnersThatTakeSteps) {
  const auto notes = [](const char* name) {
    const LearnerEntry& entry = find_learner(name);
    return train(*entry.make(), blobs(), std::nullopt, {}).fit.model.notes;
  };
  EXPECT_GT(read_curve(notes("psd-flat").at(curve_note)).size(), 1u);
  EXPECT_FALSE(notes("pca").contains(curve_note));
}

}  // namespace mahala::test::learning_curve_test
