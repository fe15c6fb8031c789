#include "mahala/report/trial.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mahala/core/error.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test {
namespace {

TEST(Trial, JudgesEachSampleAmongAllOthers) {
  const Trial trial = trial_among(blobs(30), {});
  EXPECT_EQ(trial.items.size(), 30);
  EXPECT_EQ(trial.queries.size(), 30);
  for (Index i = 0; i < 30; ++i) EXPECT_EQ(trial.own[static_cast<std::size_t>(i)], i);
  EXPECT_TRUE(trial.has_classes());
}

TEST(Trial, ThinsLargeDataAndKnowsWhatIsWhat) {
  const Dataset data = blobs(300);
  const Trial trial = trial_among(data, {.most_queries = 20, .most_items = 100, .seed = 4});
  EXPECT_EQ(trial.items.size(), 100);
  EXPECT_EQ(trial.queries.size(), 20);
  EXPECT_EQ(trial.possible_items, 300);
  EXPECT_EQ(std::set<Index>(trial.own.begin(), trial.own.end()).size(), 20u);
  for (Index q = 0; q < 20; ++q) {
    const auto at = static_cast<std::size_t>(q);
    EXPECT_EQ(trial.queries.x.column(q), trial.items.x.column(trial.own[at]));
    EXPECT_EQ(trial.queries.x.column(q), data.x.column(trial.query_numbers[at]));
    EXPECT_EQ(trial.query_name(q), std::to_string(trial.query_numbers[at]));
  }
  const Trial other = trial_among(data, {.most_queries = 20, .most_items = 100, .seed = 5});
  EXPECT_NE(other.query_numbers, trial.query_numbers);
}

TEST(Trial, JudgesHeldOutSamplesAmongTheOthers) {
  const Dataset data = blobs(40);
  const Fold split{.train = {0, 2, 4, 6, 8}, .test = {1, 3, 5}};
  const Trial trial = trial_apart(data, split, {});
  EXPECT_TRUE(trial.own.empty());
  EXPECT_EQ(trial.item_numbers, split.train);
  EXPECT_EQ(trial.query_numbers, split.test);
  EXPECT_EQ(trial.item_name(4), "8");
}

TEST(Trial, HasAsManyPairsOfOneSortAsOfTheOther) {
  for (const Index n : {12, 1000}) {  // all pairs, and drawn ones
    const Trial trial = trial_among(blobs(n, 2, 5), {});
    Index same = 0;
    for (const LabelledPair& pair : trial.pairs) {
      EXPECT_EQ(pair.same, trial.queries.labels.share(pair.i, pair.j));
      same += pair.same ? 1 : 0;
    }
    EXPECT_GT(same, 0);
    EXPECT_EQ(2 * same, std::ssize(trial.pairs));
  }
}

TEST(Trial, DoesWithoutLabels) {
  Dataset data = blobs(10);
  data.labels = {};
  const Trial trial = trial_among(data, {});
  EXPECT_FALSE(trial.has_classes());
  EXPECT_TRUE(trial.pairs.empty());
}

TEST(Trial, CallsSamplesByTheirIds) {
  Dataset data = blobs(3);
  data.ids = {"a", "b", "c"};
  EXPECT_EQ(trial_among(data, {}).item_name(2), "c");
}

TEST(Trial, NeedsTwoSamples) { EXPECT_THROW(trial_among(blobs(1), {}), Error); }

}  // namespace
}  // namespace mahala::test
