#include "mahala/report/distance_quality.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "mahala/train/train.hpp"
#include "tests/support/blobs.hpp"

namespace mahala::test::distance_quality_test {
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

TEST(DistanceQuality, LeavesEachSampleOutOfItsOwnNeighbours) {
  const Dataset data = blobs();
  const ReportSample sample = report_sample_among(data, {.k = 1});
  const MeasuredDistances measured = measure_distances(standardised(data, leading(6, 2)), sample);
  ASSERT_EQ(measured.distances.size(), 4u);
  EXPECT_EQ(measured.distances[0].error,
            one_nearest_error(std::get<Matrix>(data.x.storage()), data.labels.classes()));
  for (const DistanceQuality& quality : measured.distances) {
    EXPECT_EQ(quality.error,
              one_nearest_error(quality.queries.block(0, data.size()), data.labels.classes()))
        << quality.name;
    EXPECT_EQ(quality.precision, 1 - quality.error);
    EXPECT_LE(quality.error_interval.low, quality.error);
    EXPECT_GE(quality.error_interval.high, quality.error);
  }
}

TEST(DistanceQuality, TellsWhichDistanceIsWhich) {
  const Dataset data = blobs(120, 60);
  const MeasuredDistances measured =
      measure_distances(standardised(data, leading(60, 2)), report_sample_among(data, {}));
  EXPECT_EQ(measured.distances[0].name, "plain, raw features");
  EXPECT_EQ(measured.distances[1].name, "plain, standardised features");
  EXPECT_EQ(measured.before().error,
            std::min(measured.distances[0].error, measured.distances[1].error));
  EXPECT_EQ(measured.distances[2].name, "plain, same rank");
  EXPECT_EQ(measured.distances[2].rank, 2);
  EXPECT_EQ(measured.after().name, "learned");
  EXPECT_LT(measured.after().error, measured.before().error);  // the others are noise
}

TEST(DistanceQuality, ComparesWithNothingThatIsTheSame) {
  const Dataset data = blobs();
  const MeasuredDistances measured =
      measure_distances(identity_model(6), report_sample_among(data, {}));
  ASSERT_EQ(measured.distances.size(), 3u);
  const DistanceQuality& raw = measured.distances.front();
  EXPECT_EQ(raw.error, measured.after().error);
  EXPECT_FALSE(measured.same_rank_at.has_value());
  EXPECT_EQ(kept_neighbours(raw, measured.after()), 1);
  const Difference none = difference(raw, measured.after(), 1);
  EXPECT_EQ(none.mean, 0);
  EXPECT_EQ(none.interval.low, 0);
  EXPECT_EQ(none.interval.high, 0);
}

TEST(DistanceQuality, CopiesOfASampleAreItsNeighbours) {
  Dataset data = blobs(6, 2, 2);
  Matrix& x = std::get<Matrix>(data.x.storage());
  for (Index i = 1; i < 6; ++i) x.col(i) = x.col(0);
  const MeasuredDistances measured =
      measure_distances(identity_model(2), report_sample_among(data, {.k = 5}));
  for (Index q = 0; q < 6; ++q) {
    const auto near = measured.after().near.item.col(q);
    EXPECT_EQ(near.size(), 5);
    EXPECT_EQ(std::count(near.begin(), near.end(), q), 0);
  }
}

TEST(DistanceQuality, DifferenceIsThatOfTheErrors) {
  const Dataset data = blobs(120, 60);
  const MeasuredDistances measured =
      measure_distances(standardised(data, leading(60, 2)), report_sample_among(data, {}));
  const Difference change = difference(measured.before(), measured.after(), 1);
  EXPECT_EQ(change.mean, measured.after().error - measured.before().error);
  EXPECT_LE(change.interval.low, change.mean);
  EXPECT_GE(change.interval.high, change.mean);
}

TEST(DistanceQuality, CountsNoNeighbourWithoutALabel) {
  Dataset data{.x = Samples((Matrix(1, 6) << 0, 1, 2, 10, 11, 12).finished())};
  data.labels =
      Labels::from_names(std::vector<std::vector<std::string>>{{"a"}, {}, {"a"}, {"b"}, {}, {"b"}});
  const ReportSample sample = report_sample_among(data, {.k = 2});
  EXPECT_EQ(measure_distances(identity_model(1), sample).after().precision, 1);
  EXPECT_TRUE(comparable(sample, 0, 2));
  EXPECT_FALSE(comparable(sample, 0, 1));
  EXPECT_FALSE(comparable(sample, 1, 0));
  for (const LabelledPair& pair : sample.pairs) {
    EXPECT_TRUE(comparable(sample, pair.i, pair.j));
  }
}

TEST(DistanceQuality, MeasuresWhatTheLabelsAllow) {
  Dataset data = blobs(20);
  data.labels = {};
  const MeasuredDistances unlabelled =
      measure_distances(identity_model(6), report_sample_among(data, {}));
  EXPECT_TRUE(unlabelled.after().wrong.empty());
  EXPECT_FALSE(unlabelled.after().verification);
  data.labels = Labels::from_names(std::vector<std::string>(20, "one"));
  const MeasuredDistances alike =
      measure_distances(identity_model(6), report_sample_among(data, {}));
  EXPECT_EQ(alike.after().precision, 1);
  EXPECT_FALSE(alike.after().verification);
  EXPECT_TRUE(alike.after().wrong.empty());
}

}  // namespace
}  // namespace mahala::test::distance_quality_test
