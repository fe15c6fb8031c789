#include "mahala/evaluate/measurement.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/agreement.hpp"

namespace mahala::test::measurement_test {
namespace {

const Samples line((Matrix(1, 5) << 0, 1, 3, 7, 8).finished());

TEST(Measurement, OfVotesIsTheErrorRate) {
  const Measurement votes = measure_votes({1, 2, 2, 0}, {1, 1, 2, 2});
  EXPECT_EQ(votes.names, std::vector<std::string>{"error"});
  EXPECT_EQ(votes.units, 4);
  EXPECT_EQ(values(votes), std::vector<double>{0.5});
  EXPECT_EQ(votes.numbers(std::vector<Index>{1, 1, 3, 0}), std::vector<double>{0.75});
  EXPECT_THROW(measure_votes({1}, {1, 2}), Error);
}

TEST(Measurement, OfRetrievalAveragesTheQueries) {
  const Retrieval found{.query = {0, 4},
                        .average_precision = {1, 0.5},
                        .reciprocal_rank = {1, 0.25},
                        .at = {{3, {0, 1}, {0.5, 0.5}, {0.25, 0.75}}}};
  const Measurement retrieval = measure_retrieval(found);
  EXPECT_EQ(retrieval.names,
            (std::vector<std::string>{"map", "mrr", "precision_at_3", "recall_at_3", "ndcg_at_3"}));
  EXPECT_EQ(values(retrieval), (std::vector<double>{0.75, 0.625, 0.5, 0.5, 0.5}));
  EXPECT_EQ(retrieval.numbers(std::vector<Index>{1, 1})[0], 0.5);
}

TEST(Measurement, OfNothingIsUndefined) {
  const Measurement nothing = measure_retrieval({.at = {{.k = 1}}});
  EXPECT_EQ(nothing.units, 0);
  Rng rng = make_rng(1);
  const auto around = intervals(nothing, {}, rng);
  ASSERT_EQ(around.size(), nothing.names.size());
  for (std::size_t k = 0; k < around.size(); ++k) {
    EXPECT_TRUE(std::isnan(values(nothing)[k]));
    EXPECT_TRUE(std::isnan(around[k].low));
  }
}

TEST(Measurement, OfClustersIsTheirAgreement) {
  const std::vector<Index> clusters = {0, 0, 1, 1, 1}, classes = {0, 0, 0, 1, 1};
  const auto found = values(measure_clustering(clusters, classes));
  EXPECT_EQ(found, (std::vector<double>{normalised_mutual_information(clusters, classes),
                                        adjusted_rand(clusters, classes),
                                        clustering_error(clusters, classes)}));
}

TEST(Measurement, OfResampledPairsIsThatOfAListWithThosePairs) {
  const std::vector<LabelledPair> pairs = {
      {0, 1, true}, {0, 2, true, 2}, {1, 2, false}, {3, 4, false, 0.5}, {0, 4, false}};
  const Measurement all = measure_verification(line, pairs);
  const std::vector<Index> drawn = {4, 1, 1, 2, 0};
  std::vector<LabelledPair> listed;
  for (const Index p : drawn) listed.push_back(pairs[static_cast<std::size_t>(p)]);
  const Verification wanted = verify(pair_distances(line, listed), listed);
  EXPECT_EQ(all.numbers(drawn), (std::vector<double>{wanted.auc, wanted.equal_error_rate,
                                                     wanted.threshold, wanted.accuracy}));
  EXPECT_TRUE(std::isnan(all.numbers(std::vector<Index>{0, 1, 0})[0]));  // no different pair
}

TEST(Measurement, OfTripletsHeedsWeights) {
  const Measurement triplets = measure_triplets(line, {{0, 1, 3, 3}, {0, 3, 1, 1}});
  EXPECT_EQ(values(triplets), std::vector<double>{0.75});
  EXPECT_EQ(triplets.numbers(std::vector<Index>{1, 1}), std::vector<double>{0});
}

TEST(Measurement, BesideAnotherMeetsTheSameUnits) {
  const Measurement a = measure_votes({1, 1, 1, 1}, {1, 0, 1, 1});
  const Measurement b = measure_votes({1, 0, 0, 0}, {1, 0, 1, 1});
  const Measurement both = beside(a, b);
  EXPECT_EQ(both.names, (std::vector<std::string>{"error", "error_other", "error_difference"}));
  EXPECT_EQ(values(both), (std::vector<double>{0.25, 0.5, -0.25}));
  EXPECT_EQ(both.numbers(std::vector<Index>{1, 2, 2, 2}), (std::vector<double>{0.25, 0.75, -0.5}));
  EXPECT_THROW(beside(a, measure_votes({1}, {1})), Error);
  EXPECT_THROW(beside(a, measure_clustering({1, 1, 1, 1}, {0, 0, 0, 0})), Error);
}

}  // namespace
}  // namespace mahala::test::measurement_test
