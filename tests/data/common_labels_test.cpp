#include <gtest/gtest.h>

#include "mahala/data/labels/labels.hpp"
#include "tests/support/reading.hpp"

namespace mahala::test::common_labels_test {
namespace {

using Names = std::vector<std::vector<std::string>>;

TEST(CommonLabels, KeepTheirNamesAndShareTheirNumbers) {
  const Names a = {{"b"}, {"c", "b"}, {}}, b = {{"a"}, {"c"}};
  const auto [first, second] = common_labels(Labels::from_names(a), Labels::from_names(b));
  EXPECT_EQ(label_names(first), a);
  EXPECT_EQ(label_names(second), b);
  EXPECT_EQ(first.names(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(second.names(), first.names());
}

TEST(CommonLabels, OfNothingAreNothing) {
  const auto [first, second] = common_labels({}, Labels::from_names(Names{{"a"}}));
  EXPECT_TRUE(first.empty());
  EXPECT_EQ(second.size(), 1);
}

}  // namespace
}  // namespace mahala::test::common_labels_test
