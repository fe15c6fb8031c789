#include "mahala/evaluate/knn.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"

namespace mahala::test::knn_test {
namespace {

const Matrix line = (Matrix(1, 5) << 0, 1, 2, 3, 4).finished();

TEST(Knn, FollowsTheMajority) {
  const std::vector<Index> classes = {7, 7, 3, 3, 3};
  EXPECT_EQ(classify_knn(Samples(line), classes, Samples(Matrix(Matrix::Constant(1, 1, 0.4))), 3),
            std::vector<Index>{7});
  EXPECT_EQ(classify_knn(Samples(line), classes, Samples(Matrix(Matrix::Constant(1, 1, 0.4))), 5),
            std::vector<Index>{3});
  EXPECT_EQ(classify_knn(Samples(line), classes, Samples(Matrix(Matrix::Constant(1, 1, 0.4))), 500),
            std::vector<Index>{3});
}

TEST(Knn, GivesATieBetweenClassesToTheSmallest) {
  EXPECT_EQ(
      classify_knn(Samples(line), {5, 2, 9, 9, 9}, Samples(Matrix(Matrix::Constant(1, 1, -1))), 2),
      std::vector<Index>{2});
}

TEST(Knn, GivesATieBetweenDistancesToTheFirst) {
  EXPECT_EQ(
      classify_knn(Samples(line), {5, 2, 9, 9, 9}, Samples(Matrix(Matrix::Constant(1, 1, 0.5))), 1),
      std::vector<Index>{5});
}

TEST(Knn, RefusesClassesThatDoNotMatch) {
  EXPECT_THROW(classify_knn(Samples(line), {1, 2}, Samples(Matrix(line)), 1), Error);
}

TEST(ErrorRate, IsTheFractionThatDiffers) {
  EXPECT_EQ(error_rate({1, 2, 3, 4}, {1, 2, 3, 5}), 0.25);
  EXPECT_EQ(error_rate({1}, {1}), 0);
  EXPECT_THROW(error_rate({1}, {1, 2}), Error);
  EXPECT_THROW(error_rate({}, {}), Error);
}

}  // namespace
}  // namespace mahala::test::knn_test
