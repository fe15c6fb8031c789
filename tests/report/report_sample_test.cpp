#include "mahala/report/report_sample.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "mahala/core/error.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::report_sample_test {
namespace {

TEST(ReportSample, JudgesEachSampleAmongAllOthers) {
  const ReportSample sample = report_sample_among(blobs(30), {});
  EXPECT_EQ(sample.items.size(), 30);
  EXPECT_EQ(sample.queries.size(), 30);
  for (Index i = 0; i < 30; ++i) EXPECT_EQ(sample.own[static_cast<std::size_t>(i)], i);
  EXPECT_TRUE(sample.has_classes());
}

TEST(ReportSample, ThinsLargeDataAndKnowsWhatIsWhat) {
  const Dataset data = blobs(300);
  const ReportSample sample =
      report_sample_among(data, {.most_queries = 20, .most_items = 100, .seed = 4});
  EXPECT_EQ(sample.items.size(), 100);
  EXPECT_EQ(sample.queries.size(), 20);
  EXPECT_EQ(sample.possible_items, 300);
  EXPECT_EQ(std::set<Index>(sample.own.begin(), sample.own.end()).size(), 20u);
  for (Index q = 0; q < 20; ++q) {
    const auto at = static_cast<std::size_t>(q);
    EXPECT_EQ(sample.queries.x.column(q), sample.items.x.column(sample.own[at]));
    EXPECT_EQ(sample.queries.x.column(q), data.x.column(sample.query_numbers[at]));
    EXPECT_EQ(sample.query_name(q), std::to_string(sample.query_numbers[at]));
  }
  const ReportSample other =
      report_sample_among(data, {.most_queries = 20, .most_items = 100, .seed = 5});
  EXPECT_NE(other.query_numbers, sample.query_numbers);
}

TEST(ReportSample, JudgesHeldOutSamplesAmongTheOthers) {
  const Dataset data = blobs(40);
  const Fold split{.train = {0, 2, 4, 6, 8}, .test = {1, 3, 5}};
  const ReportSample sample = report_sample_apart(data, split, {});
  EXPECT_TRUE(sample.own.empty());
  EXPECT_EQ(sample.item_numbers, split.train);
  EXPECT_EQ(sample.query_numbers, split.test);
  EXPECT_EQ(sample.item_name(4), "8");
}

TEST(ReportSample, HasAsManyPairsOfOneSortAsOfTheOther) {
  for (const Index n : {12, 1000}) {  // all pairs, and drawn ones
    const ReportSample sample = report_sample_among(blobs(n, 2, 5), {});
    Index same = 0;
    for (const LabelledPair& pair : sample.pairs) {
      EXPECT_EQ(pair.same, sample.queries.labels.share(pair.i, pair.j));
      same += pair.same ? 1 : 0;
    }
    EXPECT_GT(same, 0);
    EXPECT_EQ(2 * same, std::ssize(sample.pairs));
  }
}

TEST(ReportSample, DoesWithoutLabels) {
  Dataset data = blobs(10);
  data.labels = {};
  const ReportSample sample = report_sample_among(data, {});
  EXPECT_FALSE(sample.has_classes());
  EXPECT_TRUE(sample.pairs.empty());
}

TEST(ReportSample, CallsSamplesByTheirIds) {
  Dataset data = blobs(3);
  data.ids = {"a", "b", "c"};
  EXPECT_EQ(report_sample_among(data, {}).item_name(2), "c");
}

TEST(ReportSample, NeedsTwoSamples) { EXPECT_THROW(report_sample_among(blobs(1), {}), Error); }

}  // namespace
}  // namespace mahala::test::report_sample_test
