#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "mahala/data/write/write.hpp"
#include "tests/support/reading.hpp"

namespace mahala::test::text_formats_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using MatrixMarket = ReadingTest;
using JsonLines = ReadingTest;
using Arff = ReadingTest;

const Matrix rows_12_34 = (Matrix(2, 2) << 1, 3, 2, 4).finished();

TEST_F(MatrixMarket, RowsAreSamples) {
  EXPECT_EQ(dense(read("%%MatrixMarket matrix array real general\n% c\n2 2\n1\n3\n2\n4\n")),
            rows_12_34);
  const Dataset sparse =
      read("%%matrixmarket MATRIX coordinate integer general\n\n2 3 3\n2 1 7\n1 3 -1\n1 1 5\n");
  EXPECT_EQ(sparse.x.storage_name(), "sparse");
  EXPECT_EQ(dense(sparse), (Matrix(3, 2) << 5, 7, 0, 0, -1, 0).finished());
}

TEST_F(MatrixMarket, SymmetricFilesAreCompletedAndPatternsAreOnes) {
  const Matrix expected = (Matrix(2, 2) << 1, 2, 2, 0).finished();
  EXPECT_EQ(dense(read("%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n0\n")), expected);
  EXPECT_EQ(dense(read("%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 1\n2 1 2\n")),
            expected);
  EXPECT_EQ(dense(read("%%MatrixMarket matrix coordinate pattern general\n1 2 1\n1 2\n")),
            (Matrix(2, 1) << 0, 1).finished());
}

TEST_F(MatrixMarket, SaysWhyItRefuses) {
  const std::string general = "%%MatrixMarket matrix coordinate real general\n";
  const std::pair<std::string, std::string> refusals[] = {
      {"%%MatrixMarket matrix array complex general\n",
       "data:1: 'complex' is not real or integer or double or pattern"},
      {"%%MatrixMarket matrix array pattern general\n", "data:1: an array cannot be a pattern"},
      {general, "data: ends before its size"},
      {general + "2 2 -1\n", "data:2: '-1' is not the number of entries"},
      {general + "2 2 1\n3 1 1\n", "data:3: the row 3 is above 2"},
      {general + "2 2 1\n0 1 1\n", "data:3: rows and columns count from 1"},
      {general + "2 2 1\n1 1\n", "data:3: the value is not there"},
      {general + "2 2 1\n1 1 x\n", "data:3: 'x' is not a number"},
      {general + "2 2 1\n1 1 1 1\n", "data:3: '1' follows the last number"},
      {general + "2 2 1\n1 1 1\n1 2 1\n", "data:4: more than the 1 entries promised"},
      {general + "2 2 2\n1 1 1\n", "data: is truncated: 1 entries, expected 2"},
      {general + "2 2 2\n1 1 1\n1 1 2\n", "data: row 1, column 1 occurs twice"},
      {general + "2000000000 2 1\n1 1 1\n", "data:2: 2000000000 rows have only 1 entries"},
      {general + "99999999999 2 1\n", "data:2: the number of rows 99999999999 is above 2147483647"},
      {"%%MatrixMarket matrix array real symmetric\n2 3\n",
       "data:2: a 2 x 3 matrix is not symmetric"},
      {"%%MatrixMarket matrix array real general\n2000000000 2000000000\n1\n",
       "data: is truncated: 1 values, expected 4000000000000000000"},
  };
  for (const auto& [content, message] : refusals) EXPECT_EQ(error_of(content), message) << content;
  EXPECT_EQ(error_of(general + "1 1 0\n", {.label = "0"}),
            "data: Matrix Market files have no label column to choose");
}

TEST_F(JsonLines, ObjectsHoldAVectorOrFeaturesByName) {
  const Dataset vectors = read(
      "{\"id\": 7, \"label\": \"a\", \"x\": [1, 2]}\n\n"
      "{\"x\": [3, 4.0], \"label\": [\"b\", 1.0], \"id\": \"q\"}\r\n");
  EXPECT_EQ(dense(vectors), rows_12_34);
  EXPECT_THAT(vectors.ids, ElementsAre("7", "q"));
  EXPECT_THAT(vectors.labels.names(), ElementsAre("1", "a", "b"));
  const Dataset named = read("{\"b\": 1, \"a\": 2, \"kind\": 5}\n{\"a\": 4, \"kind\": 6, \"b\": 3}",
                             {.label = "kind"});
  EXPECT_EQ(dense(named), rows_12_34);
  EXPECT_THAT(named.features, ElementsAre("b", "a"));
  EXPECT_THAT(named.labels.names(), ElementsAre("5", "6"));
  EXPECT_EQ(dense(read("[1, 2]\n[3, 4]\n")), rows_12_34);
}

TEST_F(JsonLines, NullIsAMissingValue) {
  EXPECT_EQ(error_of("[1, null]\n"),
            "data:1: missing value (use option impute=median or option impute=mean)");
  EXPECT_TRUE(std::isnan(read("[1, null]\n", {.keep_missing = true}).x.column(0)[1]));
}

TEST_F(JsonLines, DeepNestingIsRefused) {
  for (const std::string open : {"[", "{\"x\":", "{\"label\":["}) {
    std::string deep;
    for (int k = 0; k < 100'000; ++k) deep += open;
    EXPECT_THAT(error_of(deep), HasSubstr("data:1: an ")) << open;
  }
}

TEST_F(JsonLines, SaysWhyItRefuses) {
  const std::pair<std::string, std::string> refusals[] = {
      {"[1, 2]\n[3]\n", "data:2: 1 features, expected 2"},
      {"[1, 2]\n{\"a\": 1, \"b\": 2}\n",
       "data:2: is an object of features, the first sample was not"},
      {"[1, 2]\n[1, 2\n", "data:2: is not JSON at byte 6"},
      {"[1, 2] 3\n", "data:1: is not JSON at byte 8"},
      {"[1e999]\n", "data:1: is not JSON at byte 6"},
      {"[]\n", "data:1: has no features"},
      {"[1, \"two\"]\n", "data:1: 'two' is not a number"},
      {"{\"a\": \"two\"}\n", "data:1: key 'a': 'two' is not a number" + ways_out_of("a")},
      {"{\"a\": 1, \"a\": 2}\n", "data:1: key 'a' occurs twice"},
      {"{\"a\": 1, \"b\": 2}\n{\"a\": 1, \"c\": 2}\n",
       "data:2: key 'c' was not in the first sample"},
      {"{\"a\": 1, \"x\": [2]}\n", "data:1: key 'a' beside x"},
      {"{\"label\": null, \"x\": [2]}\n", "data:1: the label is missing (null)"},
      {"{\"label\": [\"a\", \"a\"], \"x\": [2]}\n", "data:1: the label 'a' occurs twice"},
      {"{\"id\": 1, \"x\": [2]}\n{\"x\": [2]}\n", "data:2: has no id, unlike the first sample"},
      {"{\"id\": 1, \"x\": [2]}\n{\"id\": \"1\", \"x\": [2]}\n",
       "data: the id '1' of line 2 is that of line 1"},
  };
  for (const auto& [content, message] : refusals) EXPECT_EQ(error_of(content), message) << content;
  EXPECT_EQ(error_of("7\n", {.format = "jsonl"}), "data:1: is a number, not an object or array");
  EXPECT_EQ(error_of("[1]\n", {.label = "kind"}), "data: no sample has a key 'kind'");
}

TEST_F(JsonLines, NamesThatAreNotTextCannotBeWritten) {
  Dataset data{.x = Samples(Matrix(Matrix::Ones(1, 1))), .ids = {"\xff"}};
  EXPECT_EQ(
      folder.without_root(error_message([&] { write_dataset(data, folder.path("a.jsonl")); })),
      "a.jsonl: cannot be written: a name is not valid UTF-8");
}

const std::string iris =
    "% from Weka\n@RELATION iris\n\n@ATTRIBUTE 'sepal length' REAL\n@attribute width numeric\n"
    "@attribute kind {setosa, 'versi color'}\n@data\n";

TEST_F(Arff, TheLastNominalAttributeIsTheLabel) {
  const Dataset data = read(iris + "1, 2,setosa\n% c\n3,4,'versi color'\r\n");
  EXPECT_EQ(dense(data), rows_12_34);
  EXPECT_THAT(data.features, ElementsAre("sepal length", "width"));
  EXPECT_THAT(data.labels.names(), ElementsAre("setosa", "versi color"));
}

TEST_F(Arff, TheLabelMayBeNamed) {
  const std::string header =
      "@relation r\n@attribute Class numeric\n@attribute name string\n@attribute bit {0, 1}\n"
      "@data\n7, p, 1\n8, q, 0\n";
  const Dataset data = read(header, {.id = "name"});
  EXPECT_THAT(data.labels.names(), ElementsAre("7", "8"));
  EXPECT_THAT(data.ids, ElementsAre("p", "q"));
  EXPECT_EQ(dense(data), (Matrix(1, 2) << 1, 0).finished());
  EXPECT_THAT(read(header, {.label = "bit", .id = "1"}).labels.names(), ElementsAre("0", "1"));
}

TEST_F(Arff, SparseRowsLeaveZerosAndFirstValuesOut) {
  const Dataset data = read(iris + "{1 2}\n{0 3, 1 4, 2 'versi color'}\n{ }\n");
  EXPECT_EQ(data.x.storage_name(), "sparse");
  EXPECT_EQ(dense(data), (Matrix(2, 3) << 0, 3, 0, 2, 4, 0).finished());
  EXPECT_EQ(data.labels.classes(), (std::vector<Index>{0, 1, 0}));
}

TEST_F(Arff, QuestionMarksAreMissing) {
  EXPECT_EQ(
      error_of(iris + "1,?,setosa\n"),
      "data:8: column 'width' (1): missing value (use option impute=median or option impute=mean)");
  EXPECT_TRUE(std::isnan(read(iris + "1,?,setosa\n", {.keep_missing = true}).x.column(0)[1]));
  EXPECT_EQ(error_of(iris + "1,2,?\n"), "data:8: column 'kind': the label is missing ('?')");
}

TEST_F(Arff, SaysWhyItRefuses) {
  const std::pair<std::string, std::string> refusals[] = {
      {iris, "data: holds no samples"},
      {iris + "1,2\n", "data:8: 2 cells, expected 3"},
      {iris + "1,2,setosa,4\n", "data:8: more than 3 cells"},
      {iris + "1,x,setosa\n", "data:8: column 'width' (1): 'x' is not a number"},
      {iris + "1,2,rose\n", "data:8: column 'kind': 'rose' is not one of its values"},
      {iris + "1,2,'setosa\n", "data:8: a quote is never closed"},
      {iris + "1,2,setosa\n{0 1}\n", "data:9: dense and sparse rows are mixed"},
      {iris + "{3 1}\n", "data:8: attribute 3 of 3"},
      {iris + "{1 1, 0 2}\n", "data:8: attribute 0 follows attribute 1"},
      {iris + "{1 1\n", "data:8: the row is not closed"},
      {iris + "{1 1} 2\n", "data:8: text follows the row"},
      {"@relation r\n@attribute a real\n", "data: ends before @data"},
      {"@relation r\n@data\n", "data: has no attributes"},
      {"@relation r\n@attribute a date\n",
       "data:2: attribute 'a' has the type 'date', not numeric, string or {...}"},
      {"@relation r\n@attribute a {x\n", "data:2: the values of 'a' are not closed"},
      {"@relation r\n@attribute a {x,x}\n", "data:2: the value 'x' occurs twice"},
      {"@relation r\n@bogus\n", "data:2: '@bogus' is not @relation, @attribute or @data"},
      {"@relation r\n@attribute a {red, green}\n@attribute b real\n@attribute c {x}\n@data\n",
       "data: attribute 'a' is nominal; features are numbers" + ways_out_of("a")},
      {"@relation r\n@attribute a string\n@attribute b real\n@data\n",
       "data: attribute 'a' is a string; features are numbers" + ways_out_of("a")},
  };
  for (const auto& [content, message] : refusals) EXPECT_EQ(error_of(content), message) << content;
}

}  // namespace
}  // namespace mahala::test::text_formats_test
