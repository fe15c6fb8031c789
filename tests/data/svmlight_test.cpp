#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/reading.hpp"

namespace mahala::test::svmlight_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Svmlight : ReadingTest {
  Svmlight() : ReadingTest("data.svm") {}
};

TEST_F(Svmlight, IsRecognisedAndReadAsSparseSamples) {
  const Dataset data = read("1 1:0.5 3:2\n-1 2:1e-3\n");
  ASSERT_TRUE(data.x.is_sparse());
  EXPECT_EQ(data.x.block(0, 2), (Matrix(3, 2) << 0.5, 0, 0, 1e-3, 2, 0).finished());
  EXPECT_THAT(data.labels.names(), ElementsAre("-1", "1"));
}

TEST_F(Svmlight, IsRecognisedBehindCommentsAndSamplesWithoutFeatures) {
  EXPECT_EQ(read("# made by hand\n\n3\n4 7:1\n").dim(), 7);
}

TEST_F(Svmlight, SamplesHaveAnyNumberOfLabels) {
  const Dataset data = read("sport,news 1:1\n 2:1\n3:1\nnews\n");
  ASSERT_EQ(data.size(), 4);
  const auto names = label_names(data.labels);
  EXPECT_THAT(names[0], ElementsAre("sport", "news"));
  EXPECT_THAT(names[1], IsEmpty());
  EXPECT_THAT(names[2], IsEmpty());
  EXPECT_THAT(names[3], ElementsAre("news"));
}

TEST_F(Svmlight, WithoutAnyLabelThereAreNone) {
  EXPECT_TRUE(read("1:1 2:3\n2:1\n").labels.empty());
}

TEST_F(Svmlight, BlankLinesCommentsAndCarriageReturnsAreNotData) {
  const Dataset data = read("1 1:2 # 5:6\r\n\r\n#x\r\n2\t2:3  \r\n");
  EXPECT_EQ(data.x.block(0, 2), (Matrix(2, 2) << 2, 0, 0, 3).finished());
}

TEST_F(Svmlight, WrittenZerosWidenButAreNotStored) {
  const Dataset data = read("1 1:2 9:0\n");
  EXPECT_EQ(data.dim(), 9);
  EXPECT_EQ(std::get<SparseMatrix>(data.x.storage()).nonZeros(), 1);
}

TEST_F(Svmlight, IndicesStartAtZeroWhenAsked) {
  EXPECT_EQ(read("1 0:5 2:6\n", {.zero_based = true}).x.column(0), Vector({{5, 0, 6}}));
}

TEST_F(Svmlight, HasAtLeastTheAskedForFeatures) {
  EXPECT_EQ(read("1 2:6\n", {.dim = 5}).dim(), 5);
  EXPECT_EQ(read("1 7:6\n", {.dim = 5}).dim(), 7);
  EXPECT_EQ(read("1 2147483647:6\n").dim(), 2147483647);
}

TEST_F(Svmlight, MissingValuesAreNaNWhenKept) {
  EXPECT_TRUE(std::isnan(
      read("1 1:nan 2:5\n", {.format = "svmlight", .keep_missing = true}).x.column(0)[0]));
}

struct Refusal {
  std::string_view text, message;
};

TEST_F(Svmlight, SaysWhereAndWhyItRefuses) {
  const Refusal refusals[] = {
      {"", "data.svm: holds no samples"},
      {"# nothing\n\n", "data.svm: holds no samples"},
      {"1\n2\n", "data.svm: holds no features"},
      {"1 1:2\n1 0:2\n",
       "data.svm:2: feature 0: indices start at 1 (set option zero_based if they start at 0)"},
      {"1 -4:2\n", "data.svm:1: feature -4: the index is negative"},
      {"1 2147483648:2\n", "data.svm:1: feature 2147483648: the index is above 2147483647"},
      {"1 3:2 3:2\n", "data.svm:1: feature 3 occurs twice"},
      {"1 3:2 2:2\n", "data.svm:1: feature 2 follows feature 3"},
      {"1 3:inf\n", "data.svm:1: feature 3: 'inf' is not finite"},
      {"1 3:nan\n",
       "data.svm:1: feature 3: missing value (use option impute=median or option impute=mean)"},
      {"1 3:x\n", "data.svm:1: feature 3: 'x' is not a number"},
      {"1 3\n", "data.svm:1: '3' is not of the form index:value"},
      {"1 x:3\n", "data.svm:1: 'x:3' is not of the form index:value"},
      {"1 99999999999999999999:3\n",
       "data.svm:1: '99999999999999999999:3' is not of the form index:value"},
      {"1 qid:3 1:2\n", "data.svm:1: query ids (qid:) are not supported"},
      {"1,,2 1:2\n", "data.svm:1: a label of '1,,2' is empty"},
      {"1 1:2\nNaN 1:2\n", "data.svm:2: the label is missing ('NaN')"},
      {"1\t1:2\r2\t1:3\r", "data.svm: line ends are CR only; lines must end in LF or CR LF"},
      {"1, 1:2\n", "data.svm:1: a label of '1,' is empty"},
      {"4,5,4 1:2\n", "data.svm:1: the label '4' occurs twice"},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_EQ(error_of(refusal.text, {.format = "svmlight"}), refusal.message) << refusal.text;
  }
}

TEST_F(Svmlight, HasNoColumnsToChoose) {
  const auto message = [&](const ReadOptions& options) { return error_of("1 1:2\n", options); };
  EXPECT_EQ(message({.label = "0"}), "data.svm: svmlight files have no label column to choose");
  EXPECT_EQ(message({.label = "y"}), "data.svm: svmlight files have no label column to choose");
  EXPECT_EQ(message({.id = "0"}), "data.svm: svmlight files have no id column to choose");
  EXPECT_EQ(message({.label = "label", .id = "0"}),
            "data.svm: svmlight files have no id column to choose");
  EXPECT_EQ(message({.header = "no"}), "option header is for CSV, data.svm is svmlight");
}

TEST_F(Svmlight, TheLabelsOfTheLinesMayBeAskedForAsLabel) {
  EXPECT_THAT(read("x 1:2\ny 1:3\n", {.label = "label"}).labels.names(), ElementsAre("x", "y"));
  EXPECT_THROW(read("1:2\n1:3\n", {.label = "label"}), Error);
}

TEST_F(Svmlight, ALabelsFileReplacesTheLabelsOfTheLines) {
  const auto labels = folder.write("labels", "x\ny\n");
  EXPECT_THAT(read("0 1:1\n0 2:1\n", {.labels_file = labels}).labels.names(),
              ElementsAre("x", "y"));
}

}  // namespace
}  // namespace mahala::test::svmlight_test
