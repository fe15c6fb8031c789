#include "mahala/evaluate/ranked.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "mahala/core/error.hpp"

namespace mahala::test::ranked_test {
namespace {

const std::vector<double> list = {0, 1, 0, 1, 1};

TEST(AveragePrecision, IsTheMeanPrecisionAtTheRanksOfRelevantItems) {
  EXPECT_DOUBLE_EQ(average_precision(list), (1.0 / 2 + 2.0 / 4 + 3.0 / 5) / 3);
  EXPECT_EQ(average_precision(std::vector<double>{3, 1, 0, -1}), 1);
  EXPECT_EQ(average_precision(std::vector<double>{0, 0, 0, 1}), 0.25);
}

TEST(PrecisionAt, DividesByK) {
  EXPECT_EQ(precision_at(1, list), 0);
  EXPECT_EQ(precision_at(2, list), 0.5);
  EXPECT_EQ(precision_at(10, list), 0.3);
  EXPECT_EQ(precision_at(3, {}), 0);
}

TEST(RecallAt, DividesByTheRelevantItems) {
  EXPECT_DOUBLE_EQ(recall_at(2, list), 1.0 / 3);
  EXPECT_EQ(recall_at(5, list), 1);
  EXPECT_EQ(recall_at(50, list), 1);
}

TEST(ReciprocalRank, IsThatOfTheFirstRelevantItem) {
  EXPECT_EQ(reciprocal_rank(list), 0.5);
  EXPECT_EQ(reciprocal_rank(std::vector<double>{2}), 1);
}

TEST(Ndcg, ComparesWithTheBestOrder) {
  const std::vector<double> grades = {1, 0, 3, -1, 2};
  const double here = 1 + 3 / std::log2(4.0), best = 3 + 2 / std::log2(3.0) + 1 / std::log2(4.0);
  EXPECT_DOUBLE_EQ(ndcg_at(3, grades), here / best);
  EXPECT_DOUBLE_EQ(ndcg_at(50, grades), (here + 2 / std::log2(6.0)) / best);
  EXPECT_DOUBLE_EQ(ndcg_at(1, grades), 1.0 / 3);
  EXPECT_EQ(ndcg_at(4, std::vector<double>{3, 2, 1, 0}), 1);
}

TEST(Ranked, IsUndefinedWithoutARelevantItem) {
  const std::vector<double> none = {0, -1, 0};
  EXPECT_THROW(average_precision(none), Error);
  EXPECT_THROW(recall_at(2, none), Error);
  EXPECT_THROW(reciprocal_rank(none), Error);
  EXPECT_THROW(ndcg_at(2, none), Error);
  EXPECT_EQ(precision_at(2, none), 0);
}

TEST(Ranked, NeedsARankToCutAt) {
  EXPECT_THROW(precision_at(0, list), Error);
  EXPECT_THROW(recall_at(0, list), Error);
  EXPECT_THROW(ndcg_at(0, list), Error);
}

}  // namespace
}  // namespace mahala::test::ranked_test
