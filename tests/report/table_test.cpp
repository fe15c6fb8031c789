#include "mahala/report/table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/core/error.hpp"
#include "mahala/report/picture/text.hpp"
#include "tests/report/well_formed.hpp"

namespace mahala::test::table_test {

using testing::HasSubstr;

TEST(Table, AlignsNamesLeftAndNumbersRight) {
  Table table({"learner", "error"});
  table.add({"itml", "0.5"});
  table.add({"psd-polar", "12.25"});
  EXPECT_EQ(table.str(),
            "learner    error\n"
            "---------  -----\n"
            "itml         0.5\n"
            "psd-polar  12.25\n");
}

TEST(Table, PutsColumnsThatDoNotFitBelow) {
  Table table({"learner", "error", "time", "mAP"});
  table.add({"itml", "0.5", "1", "0.75"});
  EXPECT_EQ(table.str(21),
            "learner  error  time\n"
            "-------  -----  ----\n"
            "itml       0.5     1\n"
            "\n"
            "learner   mAP\n"
            "-------  ----\n"
            "itml     0.75\n");
  EXPECT_EQ(table.str(100), table.str());
}

TEST(Table, FollowsTheAlignmentItIsGivenAndEndsNoLineInSpaces) {
  Table table({"n", "what"}, {Align::right, Align::left});
  table.add({"10", "a"});
  table.add({"9", ""});
  EXPECT_EQ(table.str(),
            " n  what\n"
            "--  ----\n"
            "10  a\n"
            " 9\n");
}

TEST(Table, CountsSignsNotBytes) {
  Table table({"name", "n"});
  table.add({"Zürich", "1"});
  table.add({"日本", "2"});
  EXPECT_EQ(table.str(),
            "name    n\n"
            "------  -\n"
            "Zürich  1\n"
            "日本    2\n");
}

TEST(Table, KeepsACellOnOneLine) {
  Table table({"a"});
  table.add({"x\ny\tz\x01"});
  EXPECT_EQ(table.str(), "a\n------\nx y z\xEF\xBF\xBD\n");
}

TEST(Table, EscapesCellsInHtml) {
  Table table({"<class>"});
  table.add({"a & \"b\""});
  EXPECT_THAT(table.html(), HasSubstr("<th>&lt;class&gt;</th>"));
  EXPECT_THAT(table.html(), HasSubstr("<td>a &amp; &quot;b&quot;</td>"));
  EXPECT_EQ(malformation(table.html()), "");
}

TEST(Table, RefusesARowOfAnotherWidth) {
  Table table({"a", "b"});
  EXPECT_THROW(table.add({"1"}), Error);
  EXPECT_THROW(Table({"a", "b"}, {Align::left}), Error);
}

TEST(Text, ReplacesWhatIsNotUtf8) {
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_EQ(one_line("a\xff"
                     "b"),
            "a" + bad + "b");
  EXPECT_EQ(one_line("\xC0\xAF"), bad + bad);            // overlong
  EXPECT_EQ(one_line("\xE2\x82"), bad + bad);            // cut short
  EXPECT_EQ(one_line("\xED\xA0\x80"), bad + bad + bad);  // surrogate
  EXPECT_EQ(one_line("ένα €😀"), "ένα €😀");
}

}  // namespace mahala::test::table_test
