#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/report/report_sample.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::exhibit_test {
namespace {

TEST(Exhibit, JudgesEachSampleAmongAllOthers) {
  const Exhibit exhibit = exhibit_among(blobs(30), {});
  EXPECT_EQ(exhibit.items.size(), 30);
  EXPECT_EQ(exhibit.queries.size(), 30);
  for (Index i = 0; i < 30; ++i) EXPECT_EQ(exhibit.own[static_cast<std::size_t>(i)], i);
  EXPECT_TRUE(exhibit.has_classes());
}

TEST(Exhibit, ThinsLargeDataAndKnowsWhatIsWhat) {
  const Dataset data = blobs(300);
  const Exhibit exhibit = exhibit_among(data, {.most_queries = 20, .most_items = 100, .seed = 4});
  EXPECT_EQ(exhibit.items.size(), 100);
  EXPECT_EQ(exhibit.queries.size(), 20);
  EXPECT_EQ(exhibit.possible_items, 300);
  EXPECT_EQ(std::set<Index>(exhibit.own.begin(), exhibit.own.end()).size(), 20u);
  for (Index q = 0; q < 20; ++q) {
    const auto at = static_cast<std::size_t>(q);
    EXPECT_EQ(exhibit.queries.x.column(q), exhibit.items.x.column(exhibit.own[at]));
    EXPECT_EQ(exhibit.queries.x.column(q), data.x.column(exhibit.query_numbers[at]));
    EXPECT_EQ(exhibit.query_name(q), std::to_string(exhibit.query_numbers[at]));
  }
  const Exhibit other = exhibit_among(data, {.most_queries = 20, .most_items = 100, .seed = 5});
  EXPECT_NE(other.query_numbers, exhibit.query_numbers);
}

TEST(Exhibit, JudgesHeldOutSamplesAmongTheOthers) {
  const Dataset data = blobs(40);
  const Fold split{.train = {0, 2, 4, 6, 8}, .test = {1, 3, 5}};
  const Exhibit exhibit = exhibit_apart(data, split, {});
  EXPECT_TRUE(exhibit.own.empty());
  EXPECT_EQ(exhibit.item_numbers, split.train);
  EXPECT_EQ(exhibit.query_numbers, split.test);
  EXPECT_EQ(exhibit.item_name(4), "8");
}

TEST(Exhibit, HasAsManyPairsOfOneSortAsOfTheOther) {
  for (const Index n : {12, 1000}) {  // all pairs, and drawn ones
    const Exhibit exhibit = exhibit_among(blobs(n, 2, 5), {});
    Index same = 0;
    for (const LabelledPair& pair : exhibit.pairs) {
      EXPECT_EQ(pair.same, exhibit.queries.labels.share(pair.i, pair.j));
      same += pair.same ? 1 : 0;
    }
    EXPECT_GT(same, 0);
    EXPECT_EQ(2 * same, std::ssize(exhibit.pairs));
  }
}

TEST(Exhibit, DoesWithoutLabels) {
  Dataset data = blobs(10);
  data.labels = {};
  const Exhibit exhibit = exhibit_among(data, {});
  EXPECT_FALSE(exhibit.has_classes());
  EXPECT_TRUE(exhibit.pairs.empty());
}

TEST(Exhibit, CallsSamplesByTheirIds) {
  Dataset data = blobs(3);
  data.ids = {"a", "b", "c"};
  EXPECT_EQ(exhibit_among(data, {}).item_name(2), "c");
}

TEST(Exhibit, NeedsTwoSamples) { EXPECT_THROW(exhibit_among(blobs(1), {}), Error); }

}  // namespace
}  // namespace mahala::test::exhibit_test
