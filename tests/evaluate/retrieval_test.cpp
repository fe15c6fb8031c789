#include "mahala/evaluate/retrieval.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/evaluate/ranked.hpp"
#include "mahala/evaluate/significance.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test::retrieval_test {
namespace {

/// Items that are the unit vectors have the coordinates of a query as inner products.
Samples unit_items(Index n) { return Samples(Matrix(Matrix::Identity(n, n))); }

constexpr RankOptions by_product = {.closeness = Closeness::inner_product};

TEST(Retrieval, HasTheReferenceAveragePrecision) {
  const auto reference = golden("loreta/metrics.json");
  const auto scores = reference.at("scores").get<std::vector<double>>();
  const auto relevant = reference.at("rel").get<std::vector<double>>();
  const Matrix query = Eigen::Map<const Vector>(scores.data(), std::ssize(scores));
  const Retrieval found = retrieve(unit_items(query.rows()), Samples(query),
                                   [&](Index, std::vector<double>& grades) { grades = relevant; },
                                   {.rank = by_product});
  ASSERT_EQ(found.query, std::vector<Index>{0});
  EXPECT_NEAR(found.average_precision[0], reference.at("ap").get<double>(), 1e-12);
}

TEST(Retrieval, HasTheReferenceMeanAveragePrecisionWithoutTheQueryItself) {
  const auto reference = golden("loreta/metrics.json");
  const Matrix scores = matrix(reference.at("SC")).transpose();
  std::vector<std::string> names;
  for (const Index label : reference.at("labels").get<std::vector<Index>>()) {
    names.push_back(std::to_string(label));
  }
  const Labels labels = Labels::from_names(names);
  RetrievalOptions options{.rank = by_product};
  options.rank.leave_out_self = true;
  const Retrieval found =
      retrieve(unit_items(scores.rows()), labels, Samples(scores), labels, options);
  EXPECT_NEAR(sample_mean(found.average_precision), reference.at("map").get<double>(), 1e-12);
}

TEST(Retrieval, FindsSharedLabels) {
  const Samples items((Matrix(1, 4) << 0, 1, 2, 3).finished());
  const Labels all = Labels::from_names(
      std::vector<std::vector<std::string>>{{"a"}, {"a", "b"}, {"b"}, {}, {"b"}, {}, {"c"}});
  const Labels own = all.select(std::vector<Index>{0, 1, 2, 3});
  const Labels asked = all.select(std::vector<Index>{4, 5, 6});
  const Samples queries((Matrix(1, 3) << -1, 0, 0).finished());
  const Retrieval found = retrieve(items, own, queries, asked, {.cuts = {2}});
  EXPECT_EQ(found.query, std::vector<Index>{0});  // nothing is relevant to the others
  EXPECT_DOUBLE_EQ(found.average_precision[0], (1.0 / 2 + 2.0 / 3) / 2);
  EXPECT_EQ(found.at[0].precision[0], 0.5);
  EXPECT_EQ(found.at[0].recall[0], 0.5);
  EXPECT_EQ(found.reciprocal_rank[0], 0.5);
  EXPECT_DOUBLE_EQ(found.at[0].ndcg[0], ndcg_at(2, std::vector<double>{0, 1, 1, 0}));
}

TEST(Retrieval, IsTheSameForSeveralCutsAsForEach) {
  const Dataset data = blobs(60);
  const Retrieval both = retrieve_others(data.x, data.labels, {.cuts = {7, 2}});
  for (const auto& [place, k] : {std::pair<std::size_t, Index>{0, 7}, {1, 2}}) {
    const Retrieval one = retrieve_others(data.x, data.labels, {.cuts = {k}});
    EXPECT_EQ(both.at[place].k, k);
    EXPECT_EQ(both.at[place].precision, one.at[0].precision);
    EXPECT_EQ(both.at[place].recall, one.at[0].recall);
    EXPECT_EQ(both.at[place].ndcg, one.at[0].ndcg);
  }
}

TEST(Retrieval, OfOthersNeverFindsTheQuery) {
  const Samples x((Matrix(1, 3) << 0, 1, 5).finished());
  const Labels labels = Labels::from_names(std::vector<std::string>{"a", "b", "a"});
  const Retrieval found = retrieve_others(x, labels, {.cuts = {1}});
  EXPECT_EQ(found.query, (std::vector<Index>{0, 2}));
  EXPECT_EQ(found.average_precision, (std::vector<double>{0.5, 0.5}));
}

TEST(Retrieval, DoesNotDependOnTheThreads) {
  const Dataset data = blobs(300);
  const int before = threads();
  set_threads(1);
  const auto one = retrieve_others(data.x, data.labels, {});
  set_threads(3);
  const auto three = retrieve_others(data.x, data.labels, {});
  set_threads(before);
  EXPECT_EQ(one.average_precision, three.average_precision);
  EXPECT_EQ(one.at[0].ndcg, three.at[0].ndcg);
  EXPECT_EQ(one.query.size(), 300u);
}

TEST(Retrieval, FollowsJudgements) {
  const Samples items((Matrix(1, 3) << 0, 1, 2).finished());
  const Samples queries((Matrix(1, 2) << 0, 2).finished());
  const Judgements judged{.all = {{0, 1, 1}, {0, 2, 3}, {1, 0, -1}}};
  const Retrieval found = retrieve(items, queries, judged, {.cuts = {3}});
  EXPECT_EQ(found.query, std::vector<Index>{0});
  EXPECT_DOUBLE_EQ(found.at[0].ndcg[0], ndcg_at(3, std::vector<double>{0, 1, 3}));
  EXPECT_THROW(retrieve(items, queries, Judgements{.all = {{2, 0, 1}}}, {}), Error);
  EXPECT_THROW(retrieve(items, queries, Judgements{.all = {{0, 3, 1}}}, {}), Error);
}

TEST(Retrieval, RefusesLabelsThatDoNotBelongToTheSamples) {
  const Samples x(Matrix(Matrix::Zero(1, 2)));
  const Labels labels = Labels::from_names(std::vector<std::string>{"a", "b"});
  const Labels others = Labels::from_names(std::vector<std::string>{"c", "b"});
  EXPECT_THROW(retrieve(x, labels, x, others, {}), Error);
  EXPECT_THROW(retrieve(x, Labels(), x, labels, {}), Error);
  EXPECT_THROW(retrieve(x, labels, x, Labels(), {}), Error);
  EXPECT_THROW(retrieve(x, labels, x, labels, {.cuts = {0}}), Error);
}

}  // namespace
}  // namespace mahala::test::retrieval_test
