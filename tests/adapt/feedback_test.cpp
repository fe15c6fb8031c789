#include "mahala/adapt/feedback.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::feedback_test {
namespace {

using testing::HasSubstr;

class ReadFeedback : public testing::Test {
 protected:
  ReadFeedback() {
    items_.x = Samples(Matrix(Matrix::Ones(2, 4)));
    items_.ids = {"a", "b", "c", "d"};
    queries_.x = Samples(Matrix(Matrix::Ones(2, 2)));
    queries_.ids = {"p", "q"};
  }

  Feedback read(const std::string& text, bool apart, const FeedbackOptions& options = {}) {
    std::ofstream(folder_.path("f")) << text;
    return read_feedback(folder_.path("f"), items_, apart ? &queries_ : nullptr, options);
  }
  std::string refusal(const std::string& text, bool apart, const FeedbackOptions& options = {}) {
    return error_message([&] { read(text, apart, options); });
  }

  TemporaryDirectory folder_;
  Dataset items_, queries_;
};

TEST_F(ReadFeedback, KnowsTheKindByItsColumns) {
  EXPECT_EQ(read("query_id\tdoc_id\trelevance\np\ta\t1\n", true).kind, FeedbackKind::qrels);
  EXPECT_EQ(read("query_id,doc_id\np,a\n", true).kind, FeedbackKind::clicks);
  EXPECT_EQ(read("id_a,id_b\na,b\n", false).kind, FeedbackKind::duplicates);
  EXPECT_EQ(read("far,near,query\na,b,p\n", true).kind, FeedbackKind::triplets);
  EXPECT_EQ(read("id_a,id_b,score\na,b,2.5\n", false).kind, FeedbackKind::pairs);
  EXPECT_EQ(read("id,label\na,x\n", false).kind, FeedbackKind::labels);
  EXPECT_EQ(read("p,a,2\n", true, {.kind = "qrels"}).queries.size(), 1U);
}

TEST_F(ReadFeedback, TakesWhatIsSaid) {
  const Feedback qrels = read("query_id,doc_id,relevance\np,a,2\np,b,0\nq,c,-1\np,a,2\n", true);
  ASSERT_EQ(qrels.queries.size(), 1U);
  EXPECT_EQ(qrels.queries[0].positives.size(), 1U);
  EXPECT_EQ(qrels.queries[0].positives[0].weight, 1);
  EXPECT_EQ(qrels.queries[0].negatives, std::vector<Index>{1});
  EXPECT_EQ(qrels.irrelevant, 1);
  const Feedback graded = read("query_id,doc_id,relevance\np,a,2\n", true, {.graded = true});
  EXPECT_EQ(graded.queries[0].positives[0].weight, 2);
  const Feedback clicks = read("query_id,doc_id,weight,time\np,a,1,5\np,a,2,9\n", true);
  EXPECT_EQ(clicks.queries[0].positives[0].weight, 3);
  EXPECT_EQ(clicks.queries[0].time, 9);
  const Feedback same = read("id_a,id_b\na,b\nb,a\n", false);
  ASSERT_EQ(same.queries.size(), 2U);
  EXPECT_EQ(same.queries[1].positives.size(), 1U);
}

TEST_F(ReadFeedback, SkipsUnknownIdsIfAsked) {
  const std::string text = "query_id,doc_id,relevance\np,a,1\np,zz,1\nq,zz,1\nr,a,1\n";
  EXPECT_THAT(refusal(text, true), HasSubstr("f:3: there is no item 'zz'"));
  const Feedback some = read(text, true, {.skip_unknown = true});
  EXPECT_EQ(some.queries.size(), 1U);
  EXPECT_EQ(some.unknown, 3);
  EXPECT_EQ(some.dropped, 1);
}

TEST_F(ReadFeedback, NamesTheLineThatIsWrong) {
  const std::string qrels = "query_id,doc_id,relevance\n";
  EXPECT_THAT(refusal(qrels + "p,a,1\np,a,0\n", true), HasSubstr("f:3: contradicts line 2"));
  EXPECT_THAT(refusal(qrels + "p,a,good\n", true), HasSubstr("f:2: relevance 'good'"));
  EXPECT_THAT(refusal(qrels + "p,a,nan\n", true), HasSubstr("f:2: relevance"));
  EXPECT_THAT(refusal(qrels + "p,a\n", true), HasSubstr("f:2: 2 cells, expected 3"));
  EXPECT_THAT(refusal(qrels + "a,a,1\n", false), HasSubstr("f:2: 'a' is judged for itself"));
  EXPECT_THAT(refusal(qrels, true), HasSubstr("holds no feedback"));
  EXPECT_THAT(refusal("", true), HasSubstr("holds no feedback"));
  EXPECT_THAT(refusal("query,near,far\np,a,b\np,b,c\n", true), HasSubstr("f:3: contradicts"));
  EXPECT_THAT(refusal("id_a,id_b,score\na,b,1\nb,a,2\n", false), HasSubstr("f:3: contradicts"));
  EXPECT_THAT(refusal("id,label\na,x\na,y\n", false),
              HasSubstr("line 2, which gives 'a' another label"));
  EXPECT_THAT(refusal("x,y\na,b\n", false), HasSubstr("f:1: the columns have no names"));
  EXPECT_THAT(refusal("p,a,1\n", true, {.kind = "qrel"}), HasSubstr("did you mean"));
  EXPECT_THAT(refusal("id_a,id_b\na,b\n", true), HasSubstr("there are queries"));
}

TEST_F(ReadFeedback, CallsSamplesByNumberWhereTheyHaveNoIds) {
  items_.ids.clear();
  queries_.ids.clear();
  EXPECT_EQ(read("query_id,doc_id\n1,3\n", true).queries[0].positives[0].item, 3);
  EXPECT_THAT(refusal("query_id,doc_id\n1,4\n", true), HasSubstr("there is no item '4'"));
}

}  // namespace
}  // namespace mahala::test::feedback_test
