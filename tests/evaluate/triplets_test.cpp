#include <gtest/gtest.h>

#include <cmath>

#include "mahala/evaluate/measurement.hpp"

namespace mahala::test::triplets_test {
namespace {

const Samples line((Matrix(1, 4) << 0, 1, -1, 5).finished());

double triplet_accuracy(const Samples& embedded, const Triplets& triplets) {
  return values(measure_triplets(embedded, triplets)).front();
}

TEST(TripletAccuracy, CountsATieAsHalf) {
  EXPECT_EQ(triplet_accuracy(line, {{0, 1, 3}}), 1);
  EXPECT_EQ(triplet_accuracy(line, {{0, 3, 1}}), 0);
  EXPECT_EQ(triplet_accuracy(line, {{0, 1, 2}}), 0.5);
  EXPECT_EQ(triplet_accuracy(line, {{0, 1, 3}, {0, 3, 1}, {0, 1, 2}, {0, 2, 3}}), 0.625);
}

TEST(TripletAccuracy, HonoursWeights) {
  EXPECT_EQ(triplet_accuracy(line, {{0, 1, 3, 3}, {0, 3, 1, 1}}), 0.75);
}

TEST(TripletAccuracy, OfNoTripletsIsUndefined) {
  EXPECT_TRUE(std::isnan(triplet_accuracy(line, {})));
  EXPECT_TRUE(std::isnan(triplet_accuracy(line, {{0, 1, 3, 0}})));
}

}  // namespace
}  // namespace mahala::test::triplets_test
