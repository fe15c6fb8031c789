#include "mahala/evaluate/trial.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/knn.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::trial_test {
namespace {

Dataset on_a_line(const std::vector<double>& x, const std::vector<std::string>& labels) {
  return {.x = Samples(Matrix(Eigen::Map<const Matrix>(x.data(), 1, std::ssize(x)))),
          .labels = Labels::from_names(labels),
          .source = "line"};
}

double only(const Trial& trial) {
  const auto all = measure(identity_model(trial.queries.dim()), trial);
  return values(all.at(0)).at(0);
}

TEST(Trial, VotesOfOthersLeaveTheSampleOut) {
  const Dataset data = on_a_line({0, 0, 5, 6, 9}, {"a", "b", "b", "b", "a"});
  // Of the doubles each sees the other; 5 and 6 see each other; 9 sees 6.
  EXPECT_EQ(only({.queries = data, .measures = {Measure::knn}, .k = 1}), 3.0 / 5);
}

TEST(Trial, QueriesVoteByTheNamesOfTheBase) {
  const Dataset base = on_a_line({0, 10}, {"b", "c"});
  const Dataset queries = on_a_line({1, 9, 8}, {"b", "b", "a"});
  EXPECT_EQ(only({.queries = queries, .base = base, .measures = {Measure::knn}, .k = 1}), 2.0 / 3);
}

TEST(Trial, RetrievesByLabelsOrByJudgements) {
  const Dataset data = on_a_line({0, 1, 3}, {"a", "b", "a"});
  Trial trial{.queries = data, .measures = {Measure::retrieval}};
  EXPECT_EQ(only(trial), 0.5);  // 0 finds 3 second, 3 finds 0 second, 1 has nothing to find
  trial.judgements = Judgements{.all = {{1, 0, 1}}};
  EXPECT_EQ(only(trial), 1);
}

TEST(Trial, VerifiesGivenPairs) {
  Trial trial{.queries = on_a_line({0, 1, 3}, {"a", "b", "a"}),
              .measures = {Measure::verification}};
  EXPECT_EQ(only(trial), 0);  // the only pair of one label is the farthest
  trial.pairs = same_or_different({{0, 1, Relation::at_most, 1}, {0, 2, Relation::at_least, 1}});
  EXPECT_EQ(only(trial), 1);
  EXPECT_NE(error_message([] {
              same_or_different({{0, 1, Relation::equal, 1}});
            }).find("pair 1"),
            std::string::npos);
}

TEST(Trial, MeasuresInTheOrderAskedForAndTripletsLast) {
  const Dataset data = blobs(30, 2, 3);
  const Trial trial{
      .queries = data,
      .measures = {Measure::knn, Measure::retrieval, Measure::clustering, Measure::verification},
      .triplets = {{0, 3, 1}}};
  std::vector<std::string> first;
  for (const Measurement& each : measure(identity_model(2), trial)) {
    first.push_back(each.names.front());
  }
  EXPECT_EQ(first, (std::vector<std::string>{"error", "map", "nmi", "auc", "triplet_accuracy"}));
}

TEST(Trial, NeedsLabelsAndNeighbours) {
  Dataset bare = on_a_line({0, 1}, {"a", "b"});
  EXPECT_THROW(only({.queries = bare, .measures = {Measure::knn}, .k = 2}), Error);
  bare.labels = {};
  for (const Measure each :
       {Measure::knn, Measure::retrieval, Measure::clustering, Measure::verification}) {
    EXPECT_EQ(error_message([&] { only({.queries = bare, .measures = {each}, .k = 1}); }),
              "line: has no labels to measure by");
  }
}

TEST(ClassifyOthers, IsTheVoteWithoutOneself) {
  const Dataset data = blobs(40, 3, 3);
  const auto classes = data.labels.classes();
  const auto found = classify_others(data.x, classes, 3);
  for (Index i = 0; i < data.size(); ++i) {
    std::vector<Index> others, theirs;
    for (Index j = 0; j < data.size(); ++j) {
      if (j == i) continue;
      others.push_back(j);
      theirs.push_back(classes[static_cast<std::size_t>(j)]);
    }
    const auto one =
        classify_knn(data.x.select(others), theirs, data.x.select(std::vector<Index>{i}), 3);
    EXPECT_EQ(found[static_cast<std::size_t>(i)], one[0]);
  }
  EXPECT_THROW(classify_others(data.x, classes, 40), Error);
}

}  // namespace
}  // namespace mahala::test::trial_test
