#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mahala/data/read/read.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Dataset read_text(std::string_view text, const ReadOptions& options = {}) {
  const TemporaryDirectory folder;
  return read_dataset(folder.write("data.svm", text), options);
}

std::vector<std::string> names_of(const Dataset& data, Index sample) {
  std::vector<std::string> names;
  for (const Index label : data.labels[sample]) {
    names.push_back(data.labels.names()[static_cast<std::size_t>(label)]);
  }
  return names;
}

TEST(Svmlight, IsRecognisedAndReadAsSparseSamples) {
  const Dataset data = read_text("1 1:0.5 3:2\n-1 2:1e-3\n");
  ASSERT_TRUE(data.x.is_sparse());
  EXPECT_EQ(data.x.block(0, 2), (Matrix(3, 2) << 0.5, 0, 0, 1e-3, 2, 0).finished());
  EXPECT_THAT(data.labels.names(), ElementsAre("-1", "1"));
}

TEST(Svmlight, IsRecognisedBehindCommentsAndSamplesWithoutFeatures) {
  EXPECT_EQ(read_text("# made by hand\n\n3\n4 7:1\n").dim(), 7);
}

TEST(Svmlight, SamplesHaveAnyNumberOfLabels) {
  const Dataset data = read_text("sport,news 1:1\n 2:1\n3:1\nnews\n");
  ASSERT_EQ(data.size(), 4);
  EXPECT_THAT(names_of(data, 0), ElementsAre("sport", "news"));
  EXPECT_THAT(names_of(data, 1), IsEmpty());
  EXPECT_THAT(names_of(data, 2), IsEmpty());
  EXPECT_THAT(names_of(data, 3), ElementsAre("news"));
}

TEST(Svmlight, WithoutAnyLabelThereAreNone) {
  EXPECT_TRUE(read_text("1:1 2:3\n2:1\n").labels.empty());
}

TEST(Svmlight, BlankLinesCommentsAndCarriageReturnsAreNotData) {
  const Dataset data = read_text("1 1:2 # 5:6\r\n\r\n#x\r\n2\t2:3  \r\n");
  EXPECT_EQ(data.x.block(0, 2), (Matrix(2, 2) << 2, 0, 0, 3).finished());
}

TEST(Svmlight, WrittenZerosWidenButAreNotStored) {
  const Dataset data = read_text("1 1:2 9:0\n");
  EXPECT_EQ(data.dim(), 9);
  EXPECT_EQ(std::get<SparseMatrix>(data.x.storage()).nonZeros(), 1);
}

TEST(Svmlight, IndicesStartAtZeroWhenAsked) {
  EXPECT_EQ(read_text("1 0:5 2:6\n", {.zero_based = true}).x.column(0), Vector({{5, 0, 6}}));
}

TEST(Svmlight, HasAtLeastTheAskedForFeatures) {
  EXPECT_EQ(read_text("1 2:6\n", {.dim = 5}).dim(), 5);
  EXPECT_EQ(read_text("1 7:6\n", {.dim = 5}).dim(), 7);
  EXPECT_EQ(read_text("1 2147483647:6\n").dim(), 2147483647);
}

TEST(Svmlight, MissingValuesAreNaNWhenKept) {
  EXPECT_TRUE(std::isnan(
      read_text("1 1:nan 2:5\n", {.format = "svmlight", .keep_missing = true}).x.column(0)[0]));
}

struct Refusal {
  std::string_view text, message;
};

TEST(Svmlight, SaysWhereAndWhyItRefuses) {
  const Refusal refusals[] = {
      {"", "data.svm: holds no samples"},
      {"# nothing\n\n", "data.svm: holds no samples"},
      {"1\n2\n", "data.svm: holds no features"},
      {"1 1:2\n1 0:2\n",
       "data.svm:2: feature 0: indices start at 1 (use --zero-based if they start at 0)"},
      {"1 -4:2\n", "data.svm:1: feature -4: the index is negative"},
      {"1 2147483648:2\n", "data.svm:1: feature 2147483648: the index is above 2147483647"},
      {"1 3:2 3:2\n", "data.svm:1: feature 3 occurs twice"},
      {"1 3:2 2:2\n", "data.svm:1: feature 2 follows feature 3"},
      {"1 3:inf\n", "data.svm:1: feature 3: 'inf' is not finite"},
      {"1 3:nan\n", "data.svm:1: feature 3: missing value (use --impute median or --impute mean)"},
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
    const TemporaryDirectory folder;
    const auto path = folder.write("data.svm", refusal.text);
    const auto read = [&] { read_dataset(path, {.format = "svmlight"}); };
    EXPECT_EQ(folder.without_root(error_message(read)), refusal.message) << refusal.text;
  }
}

TEST(Svmlight, HasNoColumnsToChoose) {
  const auto message = [](const ReadOptions& options) {
    const TemporaryDirectory folder;
    const auto path = folder.write("data.svm", "1 1:2\n");
    return folder.without_root(error_message([&] { read_dataset(path, options); }));
  };
  EXPECT_EQ(message({.label = "0"}), "data.svm: svmlight files have no label column to choose");
  EXPECT_EQ(message({.label = "y"}), "data.svm: svmlight files have no label column to choose");
  EXPECT_EQ(message({.id = "0"}), "data.svm: svmlight files have no id column to choose");
  EXPECT_EQ(message({.label = "label", .id = "0"}),
            "data.svm: svmlight files have no id column to choose");
  EXPECT_EQ(message({.header = "no"}), "--header is for CSV, data.svm is svmlight");
}

TEST(Svmlight, TheLabelsOfTheLinesMayBeAskedForAsLabel) {
  EXPECT_THAT(read_text("x 1:2\ny 1:3\n", {.label = "label"}).labels.names(),
              ElementsAre("x", "y"));
  EXPECT_THROW(read_text("1:2\n1:3\n", {.label = "label"}), Error);
}

TEST(Svmlight, ALabelsFileReplacesTheLabelsOfTheLines) {
  const TemporaryDirectory folder;
  const auto path = folder.write("data.svm", "0 1:1\n0 2:1\n");
  const auto labels = folder.write("labels", "x\ny\n");
  EXPECT_THAT(read_dataset(path, {.labels_file = labels}).labels.names(), ElementsAre("x", "y"));
}

}  // namespace
}  // namespace mahala::test
