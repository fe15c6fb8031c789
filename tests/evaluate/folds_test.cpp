#include "mahala/evaluate/folds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "mahala/core/error.hpp"

namespace mahala::test::folds_test {
namespace {

class Folds : public testing::TestWithParam<std::tuple<Index, Index, Index>> {
 protected:
  Folds() {
    const auto [n, class_count, folds] = GetParam();
    for (Index i = 0; i < n; ++i) classes.push_back(i * i % class_count);
    Rng rng = make_rng(3);
    parts = stratified_folds(classes, folds, rng);
  }

  std::vector<Index> classes;
  std::vector<Fold> parts;
};

TEST_P(Folds, TestEverySampleOnce) {
  std::vector<Index> tested;
  for (const Fold& fold : parts) tested.insert(tested.end(), fold.test.begin(), fold.test.end());
  std::sort(tested.begin(), tested.end());
  ASSERT_EQ(tested.size(), classes.size());
  for (std::size_t i = 0; i < tested.size(); ++i) EXPECT_EQ(tested[i], static_cast<Index>(i));
}

TEST_P(Folds, TrainOnWhatTheyDoNotTest) {
  for (const Fold& fold : parts) {
    EXPECT_TRUE(std::is_sorted(fold.train.begin(), fold.train.end()));
    EXPECT_TRUE(std::is_sorted(fold.test.begin(), fold.test.end()));
    EXPECT_EQ(fold.train.size() + fold.test.size(), classes.size());
    std::vector<Index> both;
    std::set_intersection(fold.train.begin(), fold.train.end(), fold.test.begin(), fold.test.end(),
                          std::back_inserter(both));
    EXPECT_TRUE(both.empty());
    EXPECT_FALSE(fold.test.empty());
    EXPECT_FALSE(fold.train.empty());
  }
}

TEST_P(Folds, ShareEveryClassToWithinOneSample) {
  std::map<Index, std::vector<Index>> shares;
  for (std::size_t f = 0; f < parts.size(); ++f) {
    for (const Index i : parts[f].test) {
      auto& share = shares[classes[static_cast<std::size_t>(i)]];
      share.resize(parts.size());
      ++share[f];
    }
  }
  for (const auto& [c, share] : shares) {
    const auto [least, most] = std::minmax_element(share.begin(), share.end());
    EXPECT_LE(*most - *least, 1) << "class " << c;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, Folds,
                         testing::Values(std::tuple{2, 1, 2}, std::tuple{150, 3, 2},
                                         std::tuple{101, 7, 5}, std::tuple{9, 9, 9},
                                         std::tuple{40, 30, 10}));

TEST(StratifiedFolds, DependOnTheirSeed) {
  const std::vector<Index> classes(50, 0);
  Rng a = make_rng(1), b = make_rng(1), c = make_rng(2);
  const auto first = stratified_folds(classes, 2, a)[0].test;
  EXPECT_EQ(first, stratified_folds(classes, 2, b)[0].test);
  EXPECT_NE(first, stratified_folds(classes, 2, c)[0].test);
}

TEST(StratifiedFolds, NeedASampleEachAndAreAtLeastTwo) {
  Rng rng = make_rng(1);
  EXPECT_THROW(stratified_folds({0, 1, 0}, 1, rng), Error);
  EXPECT_THROW(stratified_folds({0, 1, 0}, 4, rng), Error);
}

TEST(StratifiedSplit, HoldsOutItsShareOfEveryClass) {
  std::vector<Index> classes;
  for (Index i = 0; i < 203; ++i) classes.push_back(i * i % 7);
  Rng rng = make_rng(5);
  const Fold split = stratified_split(classes, 0.3, rng);
  EXPECT_EQ(split.test.size(), 60u);
  EXPECT_TRUE(std::is_sorted(split.test.begin(), split.test.end()));
  std::vector<Index> all = split.train;
  all.insert(all.end(), split.test.begin(), split.test.end());
  std::sort(all.begin(), all.end());
  ASSERT_EQ(all.size(), classes.size());
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
  std::map<Index, double> size, held;
  for (const Index c : classes) ++size[c];
  for (const Index i : split.test) ++held[classes[static_cast<std::size_t>(i)]];
  for (const auto& [c, n] : size) EXPECT_LE(std::abs(held[c] - 0.3 * n), 1) << "class " << c;
}

TEST(StratifiedSplit, RefusesAnEmptyPart) {
  Rng rng = make_rng(5);
  EXPECT_THROW(stratified_split({0, 1}, 0.3, rng), Error);
  EXPECT_THROW(stratified_split({0, 1}, 1, rng), Error);
  EXPECT_THROW(stratified_split({0, 1}, 0, rng), Error);
  EXPECT_EQ(stratified_split({0, 1}, 0.5, rng).test.size(), 1u);
}

TEST(GroupedFolds, KeepGroupsOnOneSideAndShareClassesOut) {
  std::vector<Index> classes, groups;
  for (Index i = 0; i < 300; ++i) {
    groups.push_back(i * 7 % 40);
    classes.push_back(groups.back() % 3);
  }
  Rng rng = make_rng(5);
  const auto folds = grouped_folds(classes, groups, 4, rng);
  std::vector<Index> tested;
  for (const Fold& fold : folds) {
    std::set<Index> inside, outside;
    std::map<Index, Index> of_class;
    for (const Index i : fold.test) inside.insert(groups[static_cast<std::size_t>(i)]);
    for (const Index i : fold.train) outside.insert(groups[static_cast<std::size_t>(i)]);
    for (const Index i : fold.test) ++of_class[classes[static_cast<std::size_t>(i)]];
    for (const Index group : inside) EXPECT_FALSE(outside.contains(group));
    for (Index c = 0; c < 3; ++c) EXPECT_NEAR(static_cast<double>(of_class[c]), 25, 10);
    tested.insert(tested.end(), fold.test.begin(), fold.test.end());
  }
  std::sort(tested.begin(), tested.end());
  EXPECT_EQ(std::ssize(tested), 300);
  EXPECT_EQ(std::adjacent_find(tested.begin(), tested.end()), tested.end());
}

TEST(GroupedFolds, NeedAGroupAFold) {
  Rng rng = make_rng(0);
  EXPECT_THROW(grouped_folds({0, 1, 0, 1}, {0, 0, 1, 1}, 3, rng), Error);
  EXPECT_EQ(grouped_folds({0, 1, 0, 1}, {0, 0, 1, 1}, 2, rng).size(), 2u);
}

/// Six groups of five samples, classes by sample.
Dataset in_groups() {
  std::vector<std::string> labels, groups;
  for (int i = 0; i < 30; ++i) {
    labels.push_back(i % 2 == 0 ? "a" : "b");
    groups.push_back("group " + std::to_string(i / 5));
  }
  Dataset data{.x = Samples(Matrix(Matrix::Zero(1, 30))), .labels = Labels::from_names(labels)};
  data.groups = Labels::from_names(groups);
  return data;
}

TEST(RandomSplit, KeepsGroupsTogetherNearTheShare) {
  const Dataset data = in_groups();
  Rng rng = make_rng(1);
  const Fold split = random_split(data, {.share = 0.33}, rng);
  EXPECT_EQ(split.test.size(), 10u);
  std::set<Index> tested;
  for (const Index i : split.test) tested.insert(i / 5);
  for (const Index i : split.train) EXPECT_FALSE(tested.contains(i / 5)) << i;
}

TEST(RandomSplit, TakesSoManyOfEachClass) {
  Dataset data = in_groups();
  data.groups = {};
  Rng rng = make_rng(1);
  const Fold split = random_split(data, {.per_class = 4}, rng);
  EXPECT_EQ(split.train.size(), 8u);
  EXPECT_EQ(std::ranges::count_if(split.train, [](Index i) { return i % 2 == 0; }), 4);
  EXPECT_THROW(random_split(data, {.per_class = 15}, rng), Error);
  EXPECT_EQ(split_at(20, 30).test.front(), 20);
  EXPECT_THROW(split_at(30, 30), Error);
}

}  // namespace
}  // namespace mahala::test::folds_test
