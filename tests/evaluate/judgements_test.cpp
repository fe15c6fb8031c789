#include "mahala/evaluate/judgements.hpp"

#include <gtest/gtest.h>

#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::judgements_test {
namespace {

class JudgementFile : public testing::Test {
 protected:
  Judgements read(const std::string& text) {
    return read_judgements(folder.write("qrels.tsv", text), queries, items);
  }
  std::string refusal(const std::string& text) {
    return folder.without_root(error_message([&] { read(text); }));
  }

  TemporaryDirectory folder;
  std::vector<std::string> queries = {"q1", "q2"}, items = {"d1", "d2", "d3"};
};

TEST_F(JudgementFile, NamesQueriesAndItemsById) {
  const Judgements found = read("query_id\tdoc_id\trelevance\nq2\td3\t2\nq1\td1\t-1\n");
  ASSERT_EQ(found.all.size(), 2u);
  EXPECT_EQ(found.all[0].query, 1);
  EXPECT_EQ(found.all[0].item, 2);
  EXPECT_EQ(found.all[0].grade, 2);
  EXPECT_EQ(found.all[1].grade, -1);
  EXPECT_EQ(found.elsewhere, 0);
}

TEST_F(JudgementFile, TakesNoWrongGradeForAHeader) {
  EXPECT_EQ(refusal("q1\td1\tmuch\nq1\td2\t1\n"),
            "qrels.tsv:1: relevance 'much' is not a number (a header reads query_id, doc_id, "
            "relevance)");
}

TEST_F(JudgementFile, NeedsNoHeader) { EXPECT_EQ(read("q1\td1\t1\nq1\td2\t1\n").all.size(), 2u); }

TEST_F(JudgementFile, CountsWhatIsAboutOthers) {
  const Judgements found = read("q1\td1\t1\nq9\td1\t1\nq1\td9\t1\n");
  EXPECT_EQ(found.all.size(), 1u);
  EXPECT_EQ(found.elsewhere, 2);
}

TEST_F(JudgementFile, CanBeHeldToTheGivenIds) {
  const auto refused = [&](const std::string& text) {
    const auto path = folder.write("qrels.tsv", text);
    return folder.without_root(
        error_message([&] { read_judgements(path, queries, items, UnknownIds::refuse); }));
  };
  EXPECT_EQ(refused("q1\td1\t1\nq9\td9\t1\n"),
            "qrels.tsv:2: there is no query 'q9' (set option skip_unknown to leave such rows out)");
  EXPECT_EQ(refused("query\titem\tgrade\nq1\td9\t1\n"),
            "qrels.tsv:2: there is no item 'd9' (set option skip_unknown to leave such rows out)");
}

TEST_F(JudgementFile, IsRefusedWithItsLine) {
  EXPECT_EQ(refusal("q1\td1\t1\nq1\td2\n"), "qrels.tsv:2: 2 cells, expected 3");
  EXPECT_EQ(refusal("q1\td1\t1\nq1\td2\tmuch\n"), "qrels.tsv:2: relevance 'much' is not a number");
  EXPECT_EQ(refusal("query-id\tcorpus-id\tscore\n\nq1\td2\t1\nq1\td2\t2\n"),
            "qrels.tsv:4: query 'q1' and item 'd2' are judged twice");
}

TEST_F(JudgementFile, NeedsUniqueIds) {
  items.push_back("d1");
  EXPECT_EQ(refusal("q1\td1\t1\n"), "two items have the id 'd1'");
}

}  // namespace
}  // namespace mahala::test::judgements_test
