#include "mahala/data/constraints/triplet_sampler.hpp"

#include <gtest/gtest.h>

#include <map>

namespace mahala::test::triplet_sampler_test {
namespace {

const std::vector<std::vector<std::string>> names = {{"a"}, {"a"}, {"a"},      {"b"},
                                                     {"b"}, {},    {"a", "b"}, {"c"}};

TEST(TripletSampler, DrawsAFriendThatIsNotTheQueryAndAStranger) {
  const Labels labels = Labels::from_names(names);
  const TripletSampler sampler(labels);
  ASSERT_TRUE(sampler.possible());
  Rng rng = make_rng(1);
  std::map<Index, int> queries;
  for (int k = 0; k < 7000; ++k) {
    const Triplet t = sampler.draw(rng);
    ++queries[t.query];
    EXPECT_NE(t.query, t.near);
    EXPECT_TRUE(labels.share(t.query, t.near));
    EXPECT_FALSE(labels.share(t.query, t.far));
    EXPECT_NE(t.far, 5);  // it has no label
  }
  // Everyone but the sample without a label and the only one of class c, evenly.
  ASSERT_EQ(queries.size(), 6u);
  for (const auto& [query, count] : queries) EXPECT_NEAR(count, 7000.0 / 6, 150) << query;
}

TEST(TripletSampler, KnowsWhenThereIsNothingToDraw) {
  for (const std::vector<std::string>& each :
       {std::vector<std::string>{"a", "a", "a"}, {"a", "b", "c"}, {"a"}}) {
    const Labels labels = Labels::from_names(each);
    EXPECT_FALSE(TripletSampler(labels).possible());
  }
}

TEST(Labels, AreRenumberedByOtherNames) {
  const Labels labels = Labels::from_names(names).renumbered({"z", "b", "a"});
  EXPECT_EQ(labels.names(), (std::vector<std::string>{"z", "b", "a", "c"}));
  EXPECT_EQ(labels[0][0], 2);
  EXPECT_EQ(labels[3][0], 1);
  EXPECT_EQ(labels[7][0], 3);
  EXPECT_TRUE(labels[5].empty());
}

}  // namespace
}  // namespace mahala::test::triplet_sampler_test
