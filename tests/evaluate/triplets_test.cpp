#include "mahala/evaluate/triplets.hpp"

#include <gtest/gtest.h>

#include "mahala/core/error.hpp"

namespace mahala::test::triplets_test {
namespace {

const Samples line((Matrix(1, 4) << 0, 1, -1, 5).finished());

TEST(TripletAccuracy, CountsATieAsHalf) {
  EXPECT_EQ(triplet_accuracy(line, {{0, 1, 3}}), 1);
  EXPECT_EQ(triplet_accuracy(line, {{0, 3, 1}}), 0);
  EXPECT_EQ(triplet_accuracy(line, {{0, 1, 2}}), 0.5);
  EXPECT_EQ(triplet_accuracy(line, {{0, 1, 3}, {0, 3, 1}, {0, 1, 2}, {0, 2, 3}}), 0.625);
}

TEST(TripletAccuracy, HeedsWeights) {
  EXPECT_EQ(triplet_accuracy(line, {{0, 1, 3, 3}, {0, 3, 1, 1}}), 0.75);
}

TEST(TripletAccuracy, OfNoTripletsIsUndefined) {
  EXPECT_THROW(triplet_accuracy(line, {}), Error);
  EXPECT_THROW(triplet_accuracy(line, {{0, 1, 3, 0}}), Error);
}

}  // namespace
}  // namespace mahala::test::triplets_test
