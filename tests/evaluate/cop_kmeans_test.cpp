// K-means under pairs that must hold: beside all assignments of a few samples, and its promises.

#include "mahala/cluster/cop_kmeans.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/evaluate/agreement.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/error_message.hpp"

namespace mahala::test::cop_kmeans_test {
namespace {

Pair together(Index i, Index j) { return {i, j, Relation::at_most, 1}; }
Pair apart(Index i, Index j) { return {i, j, Relation::at_least, 1}; }

bool keeps(const std::vector<Index>& cluster, const Pairs& pairs) {
  return std::all_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
    const bool same =
        cluster[static_cast<std::size_t>(pair.i)] == cluster[static_cast<std::size_t>(pair.j)];
    return same == (pair.relation == Relation::at_most);
  });
}

/// By trying all assignments to two clusters.
double least_objective(const Matrix& x, const Pairs& pairs) {
  double least = std::numeric_limits<double>::infinity();
  for (Index code = 0; code < (Index{1} << x.cols()); ++code) {
    std::vector<Index> cluster;
    for (Index i = 0; i < x.cols(); ++i) cluster.push_back((code >> i) & 1);
    if (!keeps(cluster, pairs)) continue;
    double sum = 0;
    for (const Index c : {0, 1}) {
      Vector total = Vector::Zero(x.rows());
      double size = 0, squares = 0;
      for (Index i = 0; i < x.cols(); ++i) {
        if (cluster[static_cast<std::size_t>(i)] != c) continue;
        total += x.col(i);
        squares += x.col(i).squaredNorm();
        ++size;
      }
      if (size > 0) sum += squares - total.squaredNorm() / size;
    }
    least = std::min(least, sum);
  }
  return least;
}

TEST(CopKMeans, FindsTheBestSplitOfAFewSamplesThatKeepsThePairs) {
  Rng rng = make_rng(2);
  const Pairs pairs = {together(0, 1), together(1, 2), apart(2, 3), apart(0, 4), together(5, 6)};
  for (int repeat = 0; repeat < 10; ++repeat) {
    const Matrix x = random_normal(2, 9, rng);
    const Clustering found = cop_k_means(Samples(x), pairs, {.clusters = 2, .restarts = 100}, rng);
    EXPECT_TRUE(keeps(found.cluster, pairs));
    EXPECT_NEAR(found.objective, least_objective(x, pairs), 1e-10);
  }
}

TEST(CopKMeans, KeepsPairsThatAreAgainstTheShapeOfTheSamples) {
  const Matrix x = (Matrix(1, 6) << 0, 0.1, 0.2, 10, 10.1, 10.2).finished();
  const Pairs pairs = {together(0, 3), apart(0, 1), apart(1, 5)};
  Rng rng = make_rng(1);
  const Clustering found = cop_k_means(Samples(x), pairs, {.clusters = 3}, rng);
  EXPECT_TRUE(keeps(found.cluster, pairs));
}

TEST(CopKMeans, IsBetterThanKMeansOnceItKnowsPairs) {
  const Dataset data = blobs(120, 4, 3);
  const std::vector<Index> classes = data.labels.classes();
  Pairs pairs;
  for (Index i = 0; i + 3 < 90; ++i) {
    pairs.push_back(together(i, i + 3));
    pairs.push_back(apart(i, i + 1));
  }
  Rng rng = make_rng(3);
  const double plain = clustering_error(k_means(data.x, {.clusters = 3}, rng).cluster, classes);
  const Clustering found = cop_k_means(data.x, pairs, {.clusters = 3}, rng);
  EXPECT_TRUE(keeps(found.cluster, pairs));
  EXPECT_LT(clustering_error(found.cluster, classes), 0.5 * plain);
}

TEST(CopKMeans, WithoutPairsIsKMeans) {
  const Dataset data = blobs(120, 2, 3);
  Rng one = make_rng(4), two = make_rng(4);
  const Clustering plain = k_means(data.x, {.clusters = 3}, one);
  const Clustering found = cop_k_means(data.x, {}, {.clusters = 3}, two);
  EXPECT_TRUE(found.converged);
  EXPECT_EQ(adjusted_rand(found.cluster, plain.cluster), 1);
  EXPECT_NEAR(found.objective, plain.objective, 1e-9 * plain.objective);
}

TEST(CopKMeans, RefusesWhatCannotBeKept) {
  const Samples x(Matrix(Matrix::Identity(3, 3)));
  const auto complaint = [&](const Pairs& pairs, Index clusters) {
    return error_message([&] {
      Rng rng = make_rng(5);
      cop_k_means(x, pairs, {.clusters = clusters}, rng);
    });
  };
  EXPECT_NE(complaint({together(0, 1), together(1, 2), apart(0, 2)}, 2).find("samples 0 and 2"),
            std::string::npos);
  EXPECT_NE(complaint({apart(0, 1), apart(1, 2), apart(0, 2)}, 2).find("no 2 clusters"),
            std::string::npos);
  EXPECT_NE(complaint({{0, 1, Relation::equal, 1}}, 2).find("(=)"), std::string::npos);
}

}  // namespace
}  // namespace mahala::test::cop_kmeans_test
