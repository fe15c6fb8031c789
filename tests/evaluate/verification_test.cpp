#include "mahala/evaluate/verification.hpp"

#include <gtest/gtest.h>

#include <set>

#include "mahala/core/error.hpp"
#include "tests/support/storages.hpp"

namespace mahala::test::verification_test {
namespace {

std::vector<LabelledPair> pairs_of(const std::vector<bool>& same) {
  std::vector<LabelledPair> pairs;
  for (const bool each : same) pairs.push_back({0, 1, each});
  return pairs;
}

struct Scene {
  std::vector<double> distances;
  std::vector<LabelledPair> pairs;
};

Scene random_scene(Index n, Rng& rng) {
  Scene scene;
  for (Index p = 0; p < n; ++p) {
    const bool same = p % 3 == 0;
    scene.distances.push_back(static_cast<double>(random_index(12, rng) + (same ? 0 : 3)));
    scene.pairs.push_back({0, 1, same});
  }
  return scene;
}

double won_comparisons(const Scene& scene) {
  double won = 0, all = 0;
  for (std::size_t p = 0; p < scene.pairs.size(); ++p) {
    for (std::size_t q = 0; q < scene.pairs.size(); ++q) {
      if (!scene.pairs[p].same || scene.pairs[q].same) continue;
      const double difference = scene.distances[q] - scene.distances[p];
      won += difference > 0 ? 1 : difference == 0 ? 0.5 : 0;
      ++all;
    }
  }
  return won / all;
}

double accuracy_at(double threshold, const Scene& scene) {
  double right = 0;
  for (std::size_t p = 0; p < scene.pairs.size(); ++p) {
    right += (scene.distances[p] <= threshold) == scene.pairs[p].same ? 1 : 0;
  }
  return right / static_cast<double>(scene.pairs.size());
}

TEST(Verify, CountsComparisonsWithTiesAsHalf) {
  Rng rng = make_rng(1);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Scene scene = random_scene(40, rng);
    EXPECT_NEAR(verify(scene.distances, scene.pairs).auc, won_comparisons(scene), 1e-12);
  }
}

TEST(Verify, FindsTheThresholdOfTheLargestAccuracy) {
  Rng rng = make_rng(2);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const Scene scene = random_scene(40, rng);
    const Verification found = verify(scene.distances, scene.pairs);
    EXPECT_DOUBLE_EQ(found.accuracy, accuracy_at(found.threshold, scene));
    for (double t = -0.5; t < 16; ++t) EXPECT_GE(found.accuracy, accuracy_at(t, scene));
  }
}

TEST(Verify, IsPerfectForSeparatedDistances) {
  const Verification found = verify({1, 4, 2, 9}, pairs_of({true, false, true, false}));
  EXPECT_EQ(found.auc, 1);
  EXPECT_EQ(found.equal_error_rate, 0);
  EXPECT_EQ(found.threshold, 3);
  EXPECT_EQ(found.accuracy, 1);
}

TEST(Verify, IsHopelessForReversedDistances) {
  const Verification found = verify({4, 1, 9, 2}, pairs_of({true, false, true, false}));
  EXPECT_EQ(found.auc, 0);
  EXPECT_EQ(found.equal_error_rate, 1);
  EXPECT_EQ(found.accuracy, 0.5);
}

TEST(Verify, IsEvenForEqualDistances) {
  const Verification found = verify({0, 0, 0}, pairs_of({true, false, false}));
  EXPECT_EQ(found.auc, 0.5);
  EXPECT_EQ(found.equal_error_rate, 0.5);
  EXPECT_DOUBLE_EQ(found.accuracy, 2.0 / 3);
  EXPECT_LT(found.threshold, 0);  // nothing is accepted
}

TEST(Verify, FindsTheEqualErrorRateOnTheLine) {
  // (A, R): (0, 1), (0, 1/2), (1/2, 1/2): the first with A >= R.
  const auto four = pairs_of({true, false, true, false});
  EXPECT_EQ(verify({1, 2, 3, 4}, four).equal_error_rate, 0.5);
  // (0, 1), (1/4, 0): they cross at A = R = 1/5.
  const auto five = pairs_of({true, false, false, false, false});
  EXPECT_DOUBLE_EQ(verify({1, 1, 2, 3, 4}, five).equal_error_rate, 0.2);
}

TEST(Verify, NeedsPairsOfBothSorts) {
  EXPECT_THROW(verify({1, 2}, pairs_of({true, true})), Error);
  EXPECT_THROW(verify({1, 2}, pairs_of({false, false})), Error);
  EXPECT_THROW(verify({}, {}), Error);
  EXPECT_THROW(verify({1}, pairs_of({false, true})), Error);
  EXPECT_THROW(verify({1, std::nan("")}, pairs_of({false, true})), Error);
}

const Labels letters = Labels::from_names(std::vector<std::string>{"a", "b", "a", "c", "b", "a"});

TEST(SampleLabelledPairs, TakesAllIfTheyAreFew) {
  Rng rng = make_rng(3);
  const auto pairs = sample_labelled_pairs(letters, 15, rng);
  std::set<std::pair<Index, Index>> seen;
  Index same = 0;
  for (const LabelledPair& pair : pairs) {
    seen.emplace(pair.i, pair.j);
    EXPECT_LT(pair.i, pair.j);
    same += pair.same ? 1 : 0;
  }
  EXPECT_EQ(seen.size(), 15u);
  EXPECT_EQ(same, 4);
}

TEST(Verify, CountsAPairOfWeightTwoTwice) {
  const std::vector<LabelledPair> weighted = {{0, 1, true, 2}, {0, 2, false}, {1, 2, true, 0}};
  const std::vector<LabelledPair> repeated = {{0, 1, true}, {0, 1, true}, {0, 2, false}};
  const Verification found = verify({3, 1, 0}, weighted), wanted = verify({3, 3, 1}, repeated);
  EXPECT_EQ(found.auc, wanted.auc);
  EXPECT_EQ(found.equal_error_rate, wanted.equal_error_rate);
  EXPECT_EQ(found.threshold, wanted.threshold);
  EXPECT_EQ(found.accuracy, 2.0 / 3);
  EXPECT_THROW(verify({3, 1}, {{0, 1, true}, {0, 2, false, 0}}), Error);
}

TEST(SampleLabelledPairs, DrawsDistinctSamplesAndKnowsTheirLabels) {
  Rng rng = make_rng(4), again = make_rng(4);
  const auto pairs = sample_labelled_pairs(letters, 14, rng);
  EXPECT_EQ(pairs.size(), 14u);
  for (const LabelledPair& pair : pairs) {
    EXPECT_NE(pair.i, pair.j);
    EXPECT_EQ(pair.same, letters.share(pair.i, pair.j));
  }
  const auto same_again = sample_labelled_pairs(letters, 14, again);
  EXPECT_EQ(pairs.back().i, same_again.back().i);
}

TEST(SampleLabelledPairs, LeavesOutSamplesWithoutALabel) {
  const Labels some = Labels::from_names(
      std::vector<std::vector<std::string>>{{"a"}, {}, {"b"}, {}, {"a"}, {}, {"b"}});
  for (const Index most : {2, 100}) {  // drawn, and all of them
    Rng rng = make_rng(6);
    const auto pairs = sample_labelled_pairs(some, most, rng);
    EXPECT_EQ(std::ssize(pairs), std::min<Index>(most, 6));
    for (const LabelledPair& pair : pairs) {
      EXPECT_TRUE(pair.i % 2 == 0 && pair.j % 2 == 0) << pair.i << " " << pair.j;
      EXPECT_EQ(pair.same, some.share(pair.i, pair.j));
    }
  }
}

TEST(SampleLabelledPairs, OfOneSampleAreNone) {
  Rng rng = make_rng(5);
  EXPECT_TRUE(sample_labelled_pairs(letters.select(std::vector<Index>{0}), 5, rng).empty());
}

TEST(PairDistances, AreSquaredInEveryStorage) {
  Matrix x(2, 2);
  x << 0, 3, 0, 4;
  for (const Samples& samples : every_storage(x)) {
    EXPECT_EQ(pair_distances(samples, {{0, 1, true}, {1, 1, true}}), (std::vector<double>{25, 0}));
  }
}

}  // namespace
}  // namespace mahala::test::verification_test
