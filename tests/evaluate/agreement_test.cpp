#include "mahala/evaluate/agreement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/core/random.hpp"
#include "tests/support/golden.hpp"

namespace mahala::test::agreement_test {
namespace {

using Groups = std::vector<Index>;

Groups random_groups(Index n, Index count, Rng& rng) {
  Groups groups;
  for (Index i = 0; i < n; ++i) groups.push_back(random_index(count, rng));
  return groups;
}

Groups renamed(const Groups& groups) {
  Groups other;
  for (const Index g : groups) other.push_back(100 - 7 * g);
  return other;
}

TEST(Agreement, HasTheReferenceValues) {
  const auto evaluation = golden("geometry/evaluation.json");
  for (const auto* name : {"nmi", "nmi_degenerate"}) {
    const auto& each = evaluation.at(name);
    EXPECT_NEAR(
        normalised_mutual_information(each.at("c").get<Groups>(), each.at("t").get<Groups>()),
        each.at("value").get<double>(), 1e-12);
  }
  const auto clustering = golden("logdet/g17_clustering.json");
  const auto found = clustering.at("hmrf_diag").at("labels").get<Groups>();
  const auto classes = clustering.at("y").get<Groups>();
  EXPECT_NEAR(clustering_error(found, classes), clustering.at("error").get<double>(), 1e-12);
  EXPECT_NEAR(normalised_mutual_information(found, classes), clustering.at("nmi").get<double>(),
              1e-12);
}

TEST(Agreement, IsFullForTheSameGroupsUnderOtherNames) {
  const Groups groups = {0, 0, 1, 2, 2, 2, 1};
  EXPECT_DOUBLE_EQ(normalised_mutual_information(groups, renamed(groups)), 1);
  EXPECT_DOUBLE_EQ(adjusted_rand(groups, renamed(groups)), 1);
  EXPECT_EQ(clustering_error(groups, renamed(groups)), 0);
}

TEST(Agreement, DoesNotDependOnTheSidesNorOnNames) {
  Rng rng = make_rng(2);
  const Groups a = random_groups(50, 4, rng), b = random_groups(50, 3, rng);
  for (const auto measure : {normalised_mutual_information, adjusted_rand, clustering_error}) {
    EXPECT_NEAR(measure(a, b), measure(b, a), 1e-14);
    EXPECT_NEAR(measure(a, b), measure(renamed(a), b), 1e-14);
  }
}

TEST(Agreement, IsDefinedForOneGroupAndForSingletons) {
  const Groups one = {3, 3, 3, 3}, each = {0, 1, 2, 3}, halves = {0, 0, 1, 1};
  EXPECT_EQ(normalised_mutual_information(one, one), 1);
  EXPECT_EQ(normalised_mutual_information(one, halves), 0);
  EXPECT_EQ(normalised_mutual_information(one, each), 0);
  EXPECT_EQ(adjusted_rand(one, one), 1);
  EXPECT_EQ(adjusted_rand(each, each), 1);
  EXPECT_EQ(adjusted_rand(one, each), 0);
  EXPECT_EQ(adjusted_rand({5}, {8}), 1);
  EXPECT_EQ(clustering_error(one, halves), 0.5);
  EXPECT_EQ(clustering_error(each, one), 0.75);
}

/// Over all pairs of samples: (a + d) as counted, against what chance gives.
double rand_by_pairs(const Groups& a, const Groups& b) {
  double both = 0, in_a = 0, in_b = 0, all = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + 1; j < a.size(); ++j) {
      both += a[i] == a[j] && b[i] == b[j] ? 1 : 0;
      in_a += a[i] == a[j] ? 1 : 0;
      in_b += b[i] == b[j] ? 1 : 0;
      ++all;
    }
  }
  return (both - in_a * in_b / all) / ((in_a + in_b) / 2 - in_a * in_b / all);
}

TEST(AdjustedRand, CountsPairs) {
  Rng rng = make_rng(8);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Groups a = random_groups(30, 2 + repeat % 4, rng), b = random_groups(30, 3, rng);
    EXPECT_NEAR(adjusted_rand(a, b), rand_by_pairs(a, b), 1e-12);
  }
}

TEST(ClusteringError, IsThatOfTheBestNaming) {
  Rng rng = make_rng(9);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Groups a = random_groups(25, 5, rng), b = random_groups(25, 5, rng);
    Groups names(5);
    std::iota(names.begin(), names.end(), Index{0});
    Index most = 0;
    do {
      Index right = 0;
      for (std::size_t i = 0; i < a.size(); ++i) {
        right += names[static_cast<std::size_t>(a[i])] == b[i] ? 1 : 0;
      }
      most = std::max(most, right);
    } while (std::next_permutation(names.begin(), names.end()));
    EXPECT_NEAR(clustering_error(a, b), 1 - static_cast<double>(most) / 25, 1e-12);
  }
}

TEST(Agreement, RefusesWhatHasNoMeaning) {
  for (const auto measure : {normalised_mutual_information, adjusted_rand, clustering_error}) {
    EXPECT_THROW(measure({}, {}), Error);
    EXPECT_THROW(measure({1, 2}, {1}), Error);
  }
}

}  // namespace
}  // namespace mahala::test::agreement_test
