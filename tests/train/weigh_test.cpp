#include "mahala/train/weigh.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "mahala/core/error.hpp"

namespace mahala::test::weigh_test {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Weigh, MultipliesWeightsOfSamplesAndKeepsTheSum) {
  Constraints pairs = Pairs{{0, 1, Relation::at_most, 1, 2},
                            {1, 2, Relation::at_least, 4, 1},
                            {2, origin, Relation::equal, 9, 1}};
  weigh(pairs, std::vector<double>{1, 3, 2});
  const auto& weighed = std::get<Pairs>(pairs);  // 6, 6 and 2 of 14, times 4
  EXPECT_DOUBLE_EQ(weighed[0].weight, 24.0 / 14);
  EXPECT_DOUBLE_EQ(weighed[1].weight, 24.0 / 14);
  EXPECT_DOUBLE_EQ(weighed[2].weight, 8.0 / 14);
  EXPECT_EQ(weighed[1].value, 4);
}

TEST(Weigh, TripletsWeighTheProductOfThree) {
  Constraints triplets = Triplets{{0, 1, 2}, {1, 2, 3}};
  weigh(triplets, std::vector<double>{0, 1, 1, 5});
  EXPECT_EQ(std::get<Triplets>(triplets)[0].weight, 0);
  EXPECT_EQ(std::get<Triplets>(triplets)[1].weight, 2);
}

TEST(Weigh, RefusesWhatCannotBeWeighed) {
  const auto weighing = [](const Constraints& constraints, const std::vector<double>& weights) {
    return [=] {
      Constraints weighed = constraints;
      weigh(weighed, weights);
    };
  };
  const Constraints pair = Pairs{{0, 1, Relation::at_most, 1}};
  EXPECT_THAT(weighing(pair, {1, -2}), ThrowsMessage<Error>(HasSubstr("weight of sample 1 is -2")));
  EXPECT_THAT(weighing(pair, {1, NAN}), ThrowsMessage<Error>(HasSubstr("weights are finite")));
  EXPECT_THAT(weighing(pair, {0, 7}), ThrowsMessage<Error>(HasSubstr("nothing is left to learn")));
  EXPECT_THAT(weighing(pair, {1e300, 1e300}), ThrowsMessage<Error>(HasSubstr("range of double")));
  EXPECT_THAT(weighing(NearFarSets{{0, {1}, {2}}}, {1, 1, 1}),
              ThrowsMessage<Error>(HasSubstr("sets have no weights")));
}

}  // namespace mahala::test::weigh_test
