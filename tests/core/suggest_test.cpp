#include "mahala/core/suggest.hpp"

#include <gtest/gtest.h>

#include <array>

namespace mahala::test::suggest_test {

using Names = std::vector<std::string_view>;

constexpr std::array<std::string_view, 4> words = {"fit", "evaluate", "embed", "learners"};

TEST(Suggest, FindsTheNearestOfTheWords) {
  EXPECT_EQ(nearest_names("fti", words, 1), Names{"fit"});
  EXPECT_EQ(nearest_names("evalute", words, 1), Names{"evaluate"});
  EXPECT_EQ(nearest_names("learner", words, 1), Names{"learners"});
}

TEST(Suggest, StaysSilentWhenNothingIsNear) {
  EXPECT_EQ(nearest_names("xyzzy", words, 1), Names{});
  EXPECT_EQ(did_you_mean("xyzzy", words), "");
}

}  // namespace mahala::test::suggest_test
