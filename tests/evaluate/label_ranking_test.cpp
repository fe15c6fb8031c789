#include "mahala/evaluate/label_ranking.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"

namespace mahala::test::label_ranking_test {
namespace {

const Labels labels = Labels::from_names(
    std::vector<std::vector<std::string>>{{"a", "c"}, {}, {"b"}, {"a", "b", "c"}});

TEST(LabelRanking, IsTheAveragePrecisionOfTheOwnLabels) {
  Matrix scores(3, 4);
  scores.col(0) << 1, 2, 3;  // c, b, a: relevant at 1 and 3
  scores.col(1).setZero();
  scores.col(2) << 7, 7, 7;  // a, b, c by id: relevant at 2
  scores.col(3) << -1, 5, 2;
  const std::vector<double> found = rank_labels(scores, labels, {}).average_precision;
  ASSERT_EQ(found.size(), 3u);  // the second sample has no label
  EXPECT_DOUBLE_EQ(found[0], (1 + 2.0 / 3) / 2);
  EXPECT_EQ(found[1], 0.5);
  EXPECT_EQ(found[2], 1);
}

TEST(LabelRanking, RefusesScoresOfAnotherShape) {
  EXPECT_THROW(rank_labels(Matrix::Zero(2, 4), labels, {}), Error);
  EXPECT_THROW(rank_labels(Matrix::Zero(3, 3), labels, {}), Error);
  EXPECT_THROW(rank_labels(Matrix::Constant(3, 4, std::nan("")), labels, {}), Error);
}

}  // namespace
}  // namespace mahala::test::label_ranking_test
