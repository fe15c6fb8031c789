#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "mahala/report/distance_quality.hpp"
#include "mahala/train/train.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::judged_test {
namespace {

Model standardised(const Dataset& data, Matrix left) {
  Samples x = data.x;
  return {.left = std::move(left), .prepare = fit_prepare("standardise", x)};
}

Matrix leading(Index dim, Index rank) { return Matrix::Identity(dim, rank); }

/// Leave-one-out error of one neighbour, by its definition.
double one_nearest_error(const Matrix& x, const std::vector<Index>& classes) {
  Index wrong = 0;
  for (Index q = 0; q < x.cols(); ++q) {
    Vector far = (x.colwise() - x.col(q)).colwise().squaredNorm();
    far[q] = std::numeric_limits<double>::infinity();
    Index best = 0;
    far.minCoeff(&best);
    wrong +=
        classes[static_cast<std::size_t>(best)] != classes[static_cast<std::size_t>(q)] ? 1 : 0;
  }
  return static_cast<double>(wrong) / static_cast<double>(x.cols());
}

TEST(Judged, LeavesEachSampleOutOfItsOwnNeighbours) {
  const Dataset data = blobs();
  const Exhibit exhibit = exhibit_among(data, {.k = 1});
  const Standing standing = judge(standardised(data, leading(6, 2)), exhibit);
  ASSERT_EQ(standing.distances.size(), 4u);
  EXPECT_EQ(standing.distances[0].error,
            one_nearest_error(std::get<Matrix>(data.x.storage()), data.labels.classes()));
  for (const Judged& judged : standing.distances) {
    EXPECT_EQ(judged.error,
              one_nearest_error(judged.queries.block(0, data.size()), data.labels.classes()))
        << judged.name;
    EXPECT_EQ(judged.precision, 1 - judged.error);
    EXPECT_LE(judged.error_interval.low, judged.error);
    EXPECT_GE(judged.error_interval.high, judged.error);
  }
}

TEST(Judged, TellsWhichDistanceIsWhich) {
  const Dataset data = blobs(120, 60);
  const Standing standing = judge(standardised(data, leading(60, 2)), exhibit_among(data, {}));
  EXPECT_EQ(standing.distances[0].name, "plain, raw features");
  EXPECT_EQ(standing.before().name, "plain, prepared features");
  EXPECT_EQ(standing.distances[2].name, "plain, same rank");
  EXPECT_EQ(standing.distances[2].rank, 2);
  EXPECT_EQ(standing.after().name, "learned");
  EXPECT_LT(standing.after().error, standing.before().error);  // the others are noise
}

TEST(Judged, ComparesWithNothingThatIsTheSame) {
  const Dataset data = blobs();
  const Standing standing = judge(identity_model(6), exhibit_among(data, {}));
  ASSERT_EQ(standing.distances.size(), 2u);
  EXPECT_EQ(standing.before().error, standing.after().error);
  EXPECT_EQ(kept_neighbours(standing.before(), standing.after()), 1);
  const Difference none = difference(standing.before(), standing.after(), 1);
  EXPECT_EQ(none.mean, 0);
  EXPECT_EQ(none.interval.low, 0);
  EXPECT_EQ(none.interval.high, 0);
}

TEST(Judged, CopiesOfASampleAreItsNeighbours) {
  Dataset data = blobs(6, 2, 2);
  Matrix& x = std::get<Matrix>(data.x.storage());
  for (Index i = 1; i < 6; ++i) x.col(i) = x.col(0);
  const Standing standing = judge(identity_model(2), exhibit_among(data, {.k = 5}));
  for (Index q = 0; q < 6; ++q) {
    const auto near = standing.after().near.item.col(q);
    EXPECT_EQ(near.size(), 5);
    EXPECT_EQ(std::count(near.begin(), near.end(), q), 0);
  }
}

TEST(Judged, DifferenceIsThatOfTheErrors) {
  const Dataset data = blobs(120, 60);
  const Standing standing = judge(standardised(data, leading(60, 2)), exhibit_among(data, {}));
  const Difference change = difference(standing.before(), standing.after(), 1);
  EXPECT_EQ(change.mean, standing.after().error - standing.before().error);
  EXPECT_LE(change.interval.low, change.mean);
  EXPECT_GE(change.interval.high, change.mean);
}

TEST(Judged, CountsNoNeighbourWithoutALabel) {
  Dataset data{.x = Samples((Matrix(1, 6) << 0, 1, 2, 10, 11, 12).finished())};
  data.labels =
      Labels::from_names(std::vector<std::vector<std::string>>{{"a"}, {}, {"a"}, {"b"}, {}, {"b"}});
  const Exhibit exhibit = exhibit_among(data, {.k = 2});
  EXPECT_EQ(judge(identity_model(1), exhibit).after().precision, 1);
  EXPECT_TRUE(comparable(exhibit, 0, 2));
  EXPECT_FALSE(comparable(exhibit, 0, 1));
  EXPECT_FALSE(comparable(exhibit, 1, 0));
  for (const LabelledPair& pair : exhibit.pairs) {
    EXPECT_TRUE(comparable(exhibit, pair.i, pair.j));
  }
}

TEST(Judged, MeasuresWhatTheLabelsAllow) {
  Dataset data = blobs(20);
  data.labels = {};
  const Standing unlabelled = judge(identity_model(6), exhibit_among(data, {}));
  EXPECT_TRUE(unlabelled.after().wrong.empty());
  EXPECT_FALSE(unlabelled.after().verification);
  data.labels = Labels::from_names(std::vector<std::string>(20, "one"));
  const Standing alike = judge(identity_model(6), exhibit_among(data, {}));
  EXPECT_EQ(alike.after().precision, 1);
  EXPECT_FALSE(alike.after().verification);
  EXPECT_TRUE(alike.after().wrong.empty());
}

}  // namespace
}  // namespace mahala::test::judged_test
