#include "mahala/core/linalg/highest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mahala::test::highest_test {
namespace {

using testing::ElementsAre;

TEST(Highest, ComesFirstAndTheFirstOfEqualOnesBeforeTheOthers) {
  const Vector values = (Vector(5) << 1, 3, -2, 3, 0).finished();
  EXPECT_THAT(highest(values, 3), ElementsAre(1, 3, 0));
  EXPECT_THAT(highest(values, 9), ElementsAre(1, 3, 0, 4, 2));
}

}  // namespace
}  // namespace mahala::test::highest_test
