// HMRF-KMeans and seeded K-means beside the golden values.

#include <gtest/gtest.h>

#include "mahala/cluster/seeded_kmeans.hpp"
#include "mahala/core/error.hpp"
#include "mahala/learn/convex/hmrf_kmeans.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/labelled.hpp"

namespace mahala::test::clustering_golden_test {
namespace {

Pairs links(const nlohmann::json& golden) {
  Pairs pairs;
  for (const auto& pair : golden.at("ml"))
    pairs.push_back({pair[0], pair[1], Relation::at_most, 1});
  for (const auto& pair : golden.at("cl"))
    pairs.push_back({pair[0], pair[1], Relation::at_least, 1});
  return pairs;
}

TEST(HmrfGolden, ClustersCentresAndMetric) {
  for (const auto& golden : golden_files("logdet", "hmrf_diag")) {
    const Dataset data = labelled(golden);
    for (const std::string metric : {"diag", "none"}) {
      const auto& expected = golden.at("hmrf_" + metric);
      const Matrix centres = matrix(expected.at("centres")).transpose();
      Fit fit;
      const HmrfClusters found = hmrf_clusters(
          data.x, links(golden), centres.cols(),
          {.metric = *named<HmrfMetric>(metric), .order = SweepSequence::fixed}, {}, fit);
      EXPECT_EQ(fit.status, Status::converged);
      EXPECT_EQ(found.cluster, expected.at("labels").get<std::vector<Index>>());
      EXPECT_LT((found.centres - centres).norm(), 1e-10 * centres.norm());
      EXPECT_NEAR(found.objective, expected.at("J").get<double>(), 1e-9 * found.objective);
      if (metric == "none") continue;
      const auto a = expected.at("A").get<std::vector<double>>();
      for (Index k = 0; k < found.a.size(); ++k) {
        EXPECT_NEAR(found.a[k], a[static_cast<std::size_t>(k)], 1e-10);
      }
    }
  }
}

TEST(SeededGolden, ClustersAndCentres) {
  for (const auto& golden : golden_files("logdet", "seeded")) {
    const Dataset data = labelled(golden);
    std::vector<Index> seeds(static_cast<std::size_t>(data.size()), -1);
    for (const auto& [sample, cluster] : golden.at("seeded").at("seeds").items()) {
      seeds[std::stoul(sample)] = cluster.get<Index>();
    }
    for (const bool constrained : {false, true}) {
      const auto& expected = golden.at(constrained ? "seeded_constrained" : "seeded");
      const Clustering found = seeded_k_means(data.x, seeds, constrained);
      EXPECT_EQ(found.cluster, expected.at("labels").get<std::vector<Index>>());
      EXPECT_LT((found.centres - matrix(expected.at("centres")).transpose()).norm(), 1e-10);
    }
  }
}

TEST(SeededKMeans, KeepsSeedsOnlyIfConstrained) {
  Matrix x(1, 5);
  x << 0, 1, 10, 11, 9;
  const std::vector<Index> seeds = {0, -1, 1, -1, 0};
  EXPECT_EQ(seeded_k_means(Samples(x), seeds, true).cluster[4], 0);
  EXPECT_EQ(seeded_k_means(Samples(x), seeds, false).cluster[4], 1);
  EXPECT_THROW(seeded_k_means(Samples(x), {0, -1, 2, -1, 0}, false), Error);
}

TEST(HmrfKMeans, WeighsFeaturesByHowWellTheySuitTheClusters) {
  const Dataset data = blobs(90, 4);
  Pairs pairs;
  for (Index i = 0; i + 3 < 90; ++i) {
    pairs.push_back({i, i + 3, Relation::at_most, 1});
    pairs.push_back({i, i + 1, Relation::at_least, 1});
  }
  const Fit fit = hmrf_kmeans(data, pairs);
  const Vector a = fit.model.left.diagonal();
  EXPECT_GT(a.head(2).minCoeff(), 3 * a.tail(2).maxCoeff());
  EXPECT_THROW(hmrf_kmeans(data, Pairs{{0, 1, Relation::equal, 1}}), Error);
  EXPECT_EQ(hmrf_kmeans(data, Pairs{}).model.identity, 1);
}

}  // namespace
}  // namespace mahala::test::clustering_golden_test
