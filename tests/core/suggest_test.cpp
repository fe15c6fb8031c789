#include "mahala/core/suggest.hpp"

#include <gtest/gtest.h>

#include <array>

namespace mahala::test::suggest_test {

constexpr std::array<std::string_view, 4> words = {"fit", "evaluate", "embed", "learners"};

TEST(Suggest, FindsTheNearestOfTheWords) {
  EXPECT_EQ(nearest_name("fti", words), "fit");
  EXPECT_EQ(nearest_name("evalute", words), "evaluate");
  EXPECT_EQ(nearest_name("learner", words), "learners");
}

TEST(Suggest, StaysSilentWhenNothingIsNear) {
  EXPECT_EQ(nearest_name("xyzzy", words), "");
  EXPECT_EQ(did_you_mean("xyzzy", words), "");
}

}  // namespace mahala::test::suggest_test
