#include "mahala/cluster/kmeans.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/evaluate/agreement.hpp"
#include "tests/support/blobs.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::kmeans_test {
namespace {

double objective(const Matrix& x, const Clustering& found) {
  double sum = 0;
  for (Index i = 0; i < x.cols(); ++i) {
    sum += (x.col(i) - found.centres.col(found.cluster[static_cast<std::size_t>(i)])).squaredNorm();
  }
  return sum;
}

/// By trying all assignments of a few samples on a line to two clusters.
double least_objective(const Matrix& x) {
  double least = std::numeric_limits<double>::infinity();
  for (Index code = 1; code + 1 < (Index{1} << x.cols()); ++code) {
    Clustering split{.centres = Matrix::Zero(x.rows(), 2)};
    Vector sizes = Vector::Zero(2);
    for (Index i = 0; i < x.cols(); ++i) {
      const Index c = (code >> i) & 1;
      split.cluster.push_back(c);
      split.centres.col(c) += x.col(i);
      ++sizes[c];
    }
    split.centres.array().rowwise() /= sizes.transpose().array();
    least = std::min(least, objective(x, split));
  }
  return least;
}

TEST(KMeans, FindsSeparatedGroups) {
  const Dataset data = blobs(120, 2, 3);
  Rng rng = make_rng(1);
  const Clustering found = k_means(data.x, {.clusters = 3}, rng);
  EXPECT_TRUE(found.converged);
  EXPECT_LT(clustering_error(found.cluster, data.labels.classes()), 0.02);
  EXPECT_NEAR(found.objective, objective(data.x.block(0, 120), found), 1e-9);
}

TEST(KMeans, FindsTheBestSplitOfAFewSamples) {
  Rng rng = make_rng(2);
  for (int repeat = 0; repeat < 10; ++repeat) {
    const Matrix x = random_normal(2, 9, rng);
    const Clustering found = k_means(Samples(x), {.clusters = 2, .restarts = 50}, rng);
    EXPECT_NEAR(found.objective, least_objective(x), 1e-10);
  }
}

TEST(KMeans, IsAtRestInTheMeansOfItsClusters) {
  const Matrix x = blobs().x.block(0, 120);
  Rng rng = make_rng(3);
  const Clustering found = k_means(Samples(x), {.clusters = 5}, rng);
  for (Index c = 0; c < 5; ++c) {
    Vector sum = Vector::Zero(x.rows());
    double size = 0;
    for (Index i = 0; i < x.cols(); ++i) {
      if (found.cluster[static_cast<std::size_t>(i)] != c) continue;
      sum += x.col(i);
      ++size;
    }
    EXPECT_LT((sum / size - found.centres.col(c)).norm(), 1e-12);
  }
}

TEST(KMeans, DependsOnTheSeedAndNotOnTheThreads) {
  const Samples x = blobs(600).x;
  const int before = threads();
  std::vector<Clustering> found;
  for (const int count : {1, 2, 5}) {
    set_threads(count);
    Rng rng = make_rng(4);
    found.push_back(k_means(x, {.clusters = 7}, rng));
  }
  set_threads(before);
  EXPECT_EQ(found[0].cluster, found[1].cluster);
  EXPECT_EQ(found[0].cluster, found[2].cluster);
  EXPECT_EQ(found[0].centres, found[1].centres);
  EXPECT_EQ(found[0].objective, found[2].objective);
}

TEST(KMeans, TakesEveryStorage) {
  Rng values = make_rng(5);
  const Matrix x = (2 * random_normal(4, 60, values)).array().round();
  Rng first = make_rng(6);
  const double expected = k_means(Samples(x), {.clusters = 4, .restarts = 30}, first).objective;
  for (const Samples& samples : every_storage(x)) {
    Rng rng = make_rng(6);
    const Clustering found = k_means(samples, {.clusters = 4, .restarts = 30}, rng);
    EXPECT_NEAR(found.objective, expected, 1e-9) << samples.storage_name();
    EXPECT_NEAR(found.objective, objective(x, found), 1e-9) << samples.storage_name();
  }
}

TEST(KMeans, IsNotLedAstrayByWhatSamplesHaveInCommon) {
  const Dataset data = blobs(60, 2, 3);
  const Samples far(Matrix(data.x.block(0, 60).array() + 1e9));
  Rng rng = make_rng(7);
  EXPECT_LT(clustering_error(k_means(far, {.clusters = 3}, rng).cluster, data.labels.classes()),
            0.02);
}

TEST(KMeans, LeavesNoClusterEmptyThatCouldHaveASample) {
  Rng rng = make_rng(8);
  for (Index k = 1; k <= 12; ++k) {
    const Matrix x = random_normal(1, 12, rng);
    const Clustering found = k_means(Samples(x), {.clusters = k, .restarts = 1}, rng);
    EXPECT_EQ(std::set(found.cluster.begin(), found.cluster.end()).size(),
              static_cast<std::size_t>(k));
  }
}

TEST(KMeans, ToleratesFewerDistinctSamplesThanClusters) {
  Rng rng = make_rng(9);
  const Samples x((Matrix(1, 6) << 1, 1, 1, 5, 5, 5).finished());
  const Clustering found = k_means(x, {.clusters = 4}, rng);
  EXPECT_EQ(found.objective, 0);
  EXPECT_EQ(adjusted_rand(found.cluster, {0, 0, 0, 1, 1, 1}), 1);
  EXPECT_TRUE(found.centres.allFinite());
}

TEST(KMeans, RefusesWhatHasNoMeaning) {
  Rng rng = make_rng(10);
  const Samples x(Matrix(Matrix::Zero(2, 3)));
  EXPECT_THROW(k_means(x, {.clusters = 0}, rng), Error);
  EXPECT_THROW(k_means(x, {.clusters = 4}, rng), Error);
  EXPECT_THROW(k_means(x, {.restarts = 0}, rng), Error);
  EXPECT_THROW(k_means(x, {.max_iterations = 0}, rng), Error);
  EXPECT_THROW(k_means(Samples(Matrix(Matrix::Constant(1, 2, std::nan("")))), {}, rng), Error);
}

}  // namespace
}  // namespace mahala::test::kmeans_test
