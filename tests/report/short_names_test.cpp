#include "mahala/report/picture/short_names.hpp"

#include <gtest/gtest.h>

#include <set>

#include "mahala/report/picture/text.hpp"

namespace mahala::test::short_names_test {

/// Not wider than allowed, and as many different ones as names.
void expect_distinct(const std::vector<std::string>& names, Index most) {
  const std::vector<std::string> cut = shortened(names, most);
  for (const std::string& name : cut) {
    EXPECT_LE(display_width(name), most) << name;
    EXPECT_EQ(one_line(name), name) << "no valid UTF-8";
  }
  EXPECT_EQ(std::set(cut.begin(), cut.end()).size(), std::set(names.begin(), names.end()).size());
}

TEST(ShortNames, NamesThatBeginAlikeLoseTheirMiddle) {
  const std::vector<std::string> names = {"talk.politics.guns", "talk.politics.mideast",
                                          "talk.politics.misc", "sci.electronics", "sci.med"};
  EXPECT_EQ(shortened(names, 12),
            (std::vector<std::string>{"talk.po…guns", "talk…mideast", "talk.po…misc",
                                      "sci.electro…", "sci.med"}));
}

TEST(ShortNames, StayDistinctWhereverTheNamesDiffer) {
  const std::string same(40, 'a'), other(40, 'b');
  expect_distinct({same + "x" + other, same + "y" + other, same + "x" + other + "z"}, 12);
  expect_distinct({same, same + "a", same + "aa"}, 12);
  expect_distinct({same + "b", same + "bb" + other, same + "bc" + other, "a"}, 12);
  expect_distinct({same + "x" + other, same + "ax" + other, same + "aax" + other}, 12);
}

TEST(ShortNames, CutBetweenSignsOfUtf8) {
  std::string same;
  for (int k = 0; k < 20; ++k) same += "é";
  expect_distinct({same + "è", same + "ê", same + "漢字漢字漢字漢字漢字", same + "漢子"}, 12);
  EXPECT_EQ(shortened("漢字漢字", 6), "漢字…");
}

TEST(ShortNames, KeepWhatFits) {
  EXPECT_EQ(shortened("exactly", 7), "exactly");
  EXPECT_EQ(shortened("a\tb\nc"), "a b c");
  EXPECT_EQ(shortened(std::vector<std::string>{"twice", "twice"}, 5),
            (std::vector<std::string>{"twice", "twice"}));
}

}  // namespace mahala::test::short_names_test
