#include "mahala/data/common_labels.hpp"

#include <gtest/gtest.h>

namespace mahala::test {
namespace {

using Names = std::vector<std::vector<std::string>>;

Names names_of(const Labels& labels) {
  Names names;
  for (Index i = 0; i < labels.size(); ++i) {
    names.emplace_back();
    for (const Index id : labels[i]) {
      names.back().push_back(labels.names()[static_cast<std::size_t>(id)]);
    }
  }
  return names;
}

TEST(CommonLabels, KeepTheirNamesAndShareTheirNumbers) {
  const Names a = {{"b"}, {"c", "b"}, {}}, b = {{"a"}, {"c"}};
  const auto [first, second] = common_labels(Labels::from_names(a), Labels::from_names(b));
  EXPECT_EQ(names_of(first), a);
  EXPECT_EQ(names_of(second), b);
  EXPECT_EQ(first.names(), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(second.names(), first.names());
}

TEST(CommonLabels, OfNothingAreNothing) {
  const auto [first, second] = common_labels({}, Labels::from_names(Names{{"a"}}));
  EXPECT_TRUE(first.empty());
  EXPECT_EQ(second.size(), 1);
}

}  // namespace
}  // namespace mahala::test
