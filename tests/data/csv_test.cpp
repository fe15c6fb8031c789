#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/reading.hpp"

namespace mahala::test::csv_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Csv : ReadingTest {
  Csv() : ReadingTest("data.csv") {}
};

std::vector<std::string> label_names(const Dataset& data) {
  std::vector<std::string> names;
  for (const Index label : data.labels.classes()) {
    names.push_back(data.labels.names()[static_cast<std::size_t>(label)]);
  }
  return names;
}

Matrix two_by_two() { return (Matrix(2, 2) << 1, 3, 2, 4).finished(); }

TEST_F(Csv, SamplesAreColumnsInTheOrderOfTheLines) {
  EXPECT_EQ(dense(read("1,2\n3,4\n")), two_by_two());
}

TEST_F(Csv, TheLastNewlineIsOptional) { EXPECT_EQ(dense(read("1,2\n3,4")), two_by_two()); }

TEST_F(Csv, BlankLinesAreNotSamples) {
  EXPECT_EQ(dense(read("1,2\n\n3,4\n\n\n")), two_by_two());
  EXPECT_EQ(dense(read("  \r\n1;2\n   \n3;4\n ")), two_by_two());
}

TEST_F(Csv, LineEndsOfWindowsAndAByteOrderMarkAreNotData) {
  const Dataset data = read(
      "\xEF\xBB\xBF"
      "a,b,label\r\n1,2,x\r\n3,4,y\r\n");
  EXPECT_EQ(dense(data), two_by_two());
  EXPECT_THAT(data.features, ElementsAre("a", "b"));
  EXPECT_THAT(label_names(data), ElementsAre("x", "y"));
}

TEST_F(Csv, SpacesAroundCellsAreNotData) {
  const Dataset data = read("a , b, label\n 1,\t2 , x\n+3, 4,\"y\" \n");
  EXPECT_EQ(dense(data), two_by_two());
  EXPECT_THAT(label_names(data), ElementsAre("x", "y"));
}

TEST_F(Csv, TheCommonestSeparatorOfTheFirstLineSeparates) {
  EXPECT_EQ(dense(read("1\t2\n3\t4\n")), two_by_two());
  EXPECT_EQ(dense(read("1;2\n3;4\n")), two_by_two());
  EXPECT_THAT(read("\"a,b,c\";d\n1;2\n").features, ElementsAre("a,b,c", "d"));
}

TEST_F(Csv, QuotedCellsHoldSeparatorsNewlinesAndQuotes) {
  const Dataset data = read("v,label\n1,\"a,b\"\n2,\"c\r\nd\"\n\"3\",\"say \"\"e\"\"\"\n");
  EXPECT_THAT(label_names(data), ElementsAre("a,b", "c\r\nd", "say \"e\""));
  EXPECT_EQ(data.x.column(2)[0], 3);
}

TEST_F(Csv, TheColumnNamedLabelLabelsAndTheOneNamedIdNames) {
  const Dataset data = read("id,label,v\np,x,1\nq,y,2\n");
  EXPECT_THAT(data.features, ElementsAre("v"));
  EXPECT_THAT(data.ids, ElementsAre("p", "q"));
  EXPECT_THAT(label_names(data), ElementsAre("x", "y"));
}

TEST_F(Csv, AColumnIsChosenByNameThenByPosition) {
  const std::string text = "1,a,0\n9,7,8\n";
  EXPECT_THAT(label_names(read(text, {.label = "0", .header = "yes"})), ElementsAre("8"));
  EXPECT_THAT(label_names(read(text, {.label = "2", .header = "yes"})), ElementsAre("8"));
  EXPECT_THAT(label_names(read(text, {.label = "-2", .header = "yes"})), ElementsAre("7"));
  EXPECT_THAT(label_names(read(text, {.label = "1", .header = "yes"})), ElementsAre("9"));
}

TEST_F(Csv, APositionThatOccursAsANumberMakesNoHeader) {
  EXPECT_EQ(read("2,1,2\n4,3,5\n", {.label = "2"}).size(), 2);
}

TEST_F(Csv, TheAskedForNameMakesAHeaderOfNumbers) {
  const Dataset data = read("2000,2001,country\n1,2,x\n", {.label = "country"});
  EXPECT_THAT(data.features, ElementsAre("2000", "2001"));
  EXPECT_EQ(read("0,1,label\n1,2,x\n").size(), 1);
}

TEST_F(Csv, WithoutHeaderFeaturesHaveNoNames) {
  EXPECT_THAT(read("1,2\n").features, IsEmpty());
  EXPECT_THAT(read("1,2\n3,4\n", {.header = "yes"}).features, ElementsAre("1", "2"));
  EXPECT_EQ(error_of("a,b\n1,2\n", {.header = "no"}),
            "data.csv:1: column 0: 'a' is not a number" + ways_out_of("0"));
}

TEST_F(Csv, MissingCellsAreNaNWhenKept) {
  const Dataset data = read("a,b,c\n,NA,?\nNaN,nan,null\n", {.keep_missing = true});
  EXPECT_TRUE(dense(data).array().isNaN().all());
}

TEST_F(Csv, NumbersReadAsTheNearestDouble) {
  const std::vector<std::string> texts = {"0.1",
                                          "-0.30000000000000004",
                                          "1e-7",
                                          "123456789012345678",
                                          "9007199254740993",
                                          "1E+22",
                                          "4.9e-324",
                                          "+5",
                                          "1.7976931348623157e308",
                                          ".5",
                                          "5.",
                                          "-0"};
  for (const std::string& text : texts) {
    const double value = read(text + ",1\n").x.column(0)[0];
    EXPECT_EQ(value, std::strtod(text.c_str(), nullptr)) << text;
    EXPECT_EQ(std::signbit(value), text[0] == '-') << text;
  }
}

TEST_F(Csv, LongLinesAndLongFilesAreReadWhole) {
  std::string text;
  for (int i = 0; i < 400; ++i) {
    for (int k = 0; k < 2000; ++k) text += fmt::format("{}{}", k > 0 ? "," : "", i * 2000 + k);
    text += '\n';
  }
  const Matrix x = dense(read(text));
  ASSERT_EQ(x.rows(), 2000);
  ASSERT_EQ(x.cols(), 400);
  for (Index i = 0; i < x.size(); ++i) ASSERT_EQ(x.data()[i], static_cast<double>(i));
}

struct Refusal {
  std::string text, message;
  ReadOptions options = {};
};

TEST_F(Csv, SaysWhereAndWhyItRefuses) {
  const Refusal refusals[] = {
      {"", "data.csv: holds no samples"},
      {"\n\n", "data.csv: holds no samples"},
      {"a,b\n", "data.csv: holds no samples"},
      {"label\nx\n", "data.csv: has no feature columns"},
      {"1,2\n3,4,5\n", "data.csv:2: 3 cells, expected 2"},
      {"a,label\n1,\"x\ny\"\n1\n", "data.csv:4: 1 cells, expected 2"},
      {"a,b\n1,red\n", "data.csv:2: column 'b' (1): 'red' is not a number" + ways_out_of("b")},
      {"1,2\n3,red\n", "data.csv:2: column 1: 'red' is not a number" + ways_out_of("1")},
      {"1,2\n3,1.5x\n", "data.csv:2: column 1: '1.5x' is not a number"},
      {"1,2\n3,+-5\n", "data.csv:2: column 1: '+-5' is not a number"},
      {"1,2\n3,-\n", "data.csv:2: column 1: '-' is not a number"},
      {"1,2\n3,.\n", "data.csv:2: column 1: '.' is not a number"},
      {"a,b\n1,-inf\n", "data.csv:2: column 'b' (1): '-inf' is not finite"},
      {"a,b\n1,1e999\n", "data.csv:2: column 'b' (1): '1e999' is out of the range of a double"},
      {"a,b\n1,\n",
       "data.csv:2: column 'b': missing value (use option impute=median or option impute=mean)"},
      {"1,2\n\n3,?\n",
       "data.csv:3: column 1: missing value (use option impute=median or option impute=mean)"},
      {"a,visit\n1,p\n2,\n",
       "data.csv:3: column 'visit': the group is missing",
       {.group = "visit"}},
      {"a,id\n1,\n", "data.csv:2: column 'id': the id is missing"},
      {"a,id\n1,p\n2,q\n3,p\n", "data.csv: the id 'p' of line 4 is that of line 2"},
      {"a,b\n1,\"2\n3,4\n", "data.csv:2: the quote that opens here is never closed"},
      {"a,b\n1,\"2\"3\n", "data.csv:2: text follows a closing quote"},
      {"species,width\nx,1\n",
       "data.csv: there is no column 'speceis'; did you mean 'species'? (there are: species, "
       "width)",
       {.label = "speceis"}},
      {"1,2\n",
       "data.csv: there is no column 'label': its 2 columns have no names",
       {.label = "label"}},
      {"1,2\n", "data.csv: there is no column -3: there are 2 columns", {.label = "-3"}},
      {"1,2\n", "data.csv: there is no column 2: there are 2 columns", {.label = "2"}},
      {"a,b,a\n1,2,3\n", "data.csv: two columns are called 'a'", {.label = "a"}},
      {"a,b\n1,2\n",
       "data.csv: column 'a' cannot be both the label and the id",
       {.label = "a", .id = "0"}},
      {"1,2\n",
       "option format: 'cvs' is not one of auto, csv, tsv, svmlight, npy, npz, safetensors, idx, "
       "arff, mtx, fvecs, bvecs, ivecs, jsonl, text; did you mean "
       "'csv'?",
       {.format = "cvs"}},
  };
  for (const Refusal& refusal : refusals) {
    EXPECT_EQ(error_of(refusal.text, refusal.options), refusal.message) << refusal.text;
  }
}

TEST_F(Csv, ASampleWhoseLabelIsMissingHasNone) {
  for (const std::string label : {"", "?", "NA", "NaN", "nan", "null"}) {
    const Dataset data = read("a,label\n1,x\n2, " + label + "\n3,y\n");
    EXPECT_EQ(data.labels.names(), (std::vector<std::string>{"x", "y"}));
    EXPECT_EQ(data.labels[1].size(), 0u);
    EXPECT_EQ(data.labels[2].size(), 1u);
  }
  EXPECT_TRUE(read("a,label\n1,\n2,?\n").labels.empty());
  EXPECT_EQ(error_of("a,label\n1,\n2,?\n", {.label = "label"}),
            "data.csv: column 'label' holds no label in any row");
}

TEST_F(Csv, ColumnsAreChosenByNameAndByPosition) {
  const std::string text = "a,b,c,label\n1,2,3,x\n4,5,6,y\n";
  EXPECT_EQ(dense(read(text, {.columns = "c,a"})), (Matrix(2, 2) << 3, 6, 1, 4).finished());
  EXPECT_EQ(read(text, {.columns = "2,0"}).features, (std::vector<std::string>{"c", "a"}));
  EXPECT_EQ(dense(read(text, {.drop = "b"})), (Matrix(2, 2) << 1, 4, 3, 6).finished());
  EXPECT_TRUE(read(text, {.drop = "label"}).labels.empty());
  EXPECT_EQ(dense(read("1,x,2\n3,y,4\n", {.drop = "1"})), (Matrix(2, 2) << 1, 3, 2, 4).finished());
  EXPECT_EQ(error_of(text, {.columns = "a,d"}),
            "data.csv: there is no column 'd' (there are: a, b, c, label)");
  EXPECT_EQ(error_of(text, {.columns = "a,label"}),
            "data.csv: column 'label' is the label and cannot be a feature");
  EXPECT_EQ(error_of(text, {.label = "label", .drop = "label"}),
            "data.csv: column 'label' cannot be both asked for and dropped");
  EXPECT_EQ(error_of(text, {.columns = "a,a"}), "data.csv: column 'a' is named twice");
  EXPECT_EQ(error_of(text, {.drop = "a,b,c"}), "data.csv: has no feature columns");
}

TEST_F(Csv, GroupsAreReadBesideTheFeatures) {
  const Dataset data = read("a,who,label\n1,ann,x\n2,bob,y\n3,ann,x\n", {.group = "who"});
  EXPECT_EQ(data.dim(), 1);
  EXPECT_EQ(data.groups.classes(), (std::vector<Index>{0, 1, 0}));
  EXPECT_EQ(data.select(std::vector<Index>{1, 2}).groups.classes(), (std::vector<Index>{1, 0}));
}

TEST_F(Csv, TextBecomesAFeatureForEachCategory) {
  const Dataset data = read("size,colour\n1,red\n2,\n3,7\n4,blue\n", {.encode = "one-hot"});
  EXPECT_EQ(data.features,
            (std::vector<std::string>{"size", "colour=7", "colour=blue", "colour=red"}));
  EXPECT_EQ(dense(data),
            (Matrix(4, 4) << 1, 2, 3, 4, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0).finished());
  // Other tables are read the same way: columns by name, unknown categories as none.
  const Dataset other = read("colour,note,size\nred,hello,5\ngreen,,6\n", {.table = data.table});
  EXPECT_EQ(dense(other), (Matrix(4, 2) << 5, 6, 0, 0, 0, 0, 1, 0).finished());
  ASSERT_EQ(other.remarks.size(), 1u);
  EXPECT_EQ(folder.without_root(other.remarks[0]),
            "data.csv: column 'colour': the model knows no category 'green'; 1 cell of unknown "
            "categories counts as none of them (all zeros)");
  EXPECT_EQ(error_of("size,color\n1,red\n", {.table = data.table}),
            "data.csv: there is no column 'colour', which the model takes");
  EXPECT_EQ(error_of("size,colour\n,red\n", {.encode = "one-hot"}),
            "data.csv:2: column 'size': missing value (use option impute=median or option "
            "impute=mean)");
}

TEST_F(Csv, TextThatIsNotEncodedIsAnErrorWithTheWaysOut) {
  EXPECT_EQ(error_of("a,colour\n1,2\n3,red\n"),
            "data.csv:3: column 'colour' (1): 'red' is not a number" + ways_out_of("colour"));
  std::string many = "a,name\n";
  for (int i = 0; i < 1001; ++i) many += "1,n" + std::to_string(i) + "\n";
  EXPECT_THAT(error_of(many, {.encode = "one-hot"}),
              testing::HasSubstr("column 'name' has 1001 different values, too many"));
}

TEST_F(Csv, AFirstLineThatMayBeAHeaderIsSaidToBe) {
  const std::string hint = " (if the first line names the columns, use option header=yes)";
  EXPECT_EQ(error_of("2000,2001,country\n1,2,3\n"),
            "data.csv:1: column 2: 'country' is not a number" + hint);
  EXPECT_EQ(error_of("NA,b\n1,2\n"),
            "data.csv:1: column 0: missing value (use option impute=median or option impute=mean)" +
                hint);
  EXPECT_EQ(error_of("a,b,\n1,2\n"), "data.csv:1: column 0: 'a' is not a number" + hint);
  EXPECT_EQ(error_of("1,species\n2,x\n", {.label = "speceis"}),
            "data.csv: there is no column 'speceis': its 2 columns have no names" + hint);
  EXPECT_EQ(error_of("1,2,x\n1,red,y\n", {.label = "2"}),
            "data.csv:2: column 1: 'red' is not a number" + ways_out_of("1"));
  EXPECT_EQ(error_of("1,NA,x\n", {.label = "2"}),
            "data.csv:1: column 1: missing value (use option impute=median or option impute=mean)");
}

TEST_F(Csv, LineEndsOfOldMacsAreNamed) {
  EXPECT_EQ(error_of("a,b\r1,2\r3,4\r"),
            "data.csv: line ends are CR only; lines must end in LF or CR LF");
  EXPECT_EQ(error_of("1,2\r3,4"), "data.csv: line ends are CR only; lines must end in LF or CR LF");
  EXPECT_EQ(read("1,2\r").size(), 1);
}

TEST_F(Csv, ColumnsSeparatedBySpacesAreNamed) {
  const std::string expected = " is one cell; columns must be separated by ";
  for (const std::string text : {"5 6\n1 2 x\n", "a b c\n\n1 2 x\r\n", "1 2 x\n"}) {
    EXPECT_EQ(error_of(text), "data.csv: '1 2 x'" + expected + "commas, tabs or semicolons")
        << text;
  }
  EXPECT_EQ(error_of("a b label\n1 2 x\n", {.label = "label"}),
            "data.csv: '1 2 x'" + expected + "commas, tabs or semicolons");
  EXPECT_EQ(error_of("1 2\n", {.format = "tsv"}), "data.csv: '1 2'" + expected + "tabs");
  EXPECT_EQ(error_of("1\t2\n", {.format = "csv"}),
            "data.csv: '1\\t2'" + expected + "commas or semicolons");
  EXPECT_THAT(read("from 1 to 2\n5\n").features, ElementsAre("from 1 to 2"));
}

TEST_F(Csv, AColumnWithoutNameIsKeptUnlessItCountsTheRows) {
  EXPECT_EQ(error_of(",a,b\n0,5,6\n1,7,8\n"),
            "data.csv: column 0 has no name and counts the rows; name it, take it as option id=0, "
            "or leave it out with option drop=0");
  EXPECT_THAT(read(",a\n0,5\n1,7\n", {.id = "0"}).ids, ElementsAre("0", "1"));
  EXPECT_THAT(read(",a\n0,5\n2,7\n").features, ElementsAre("", "a"));
  EXPECT_EQ(error_of(",a\n0,5\nred,7\n"),
            "data.csv:3: column 0: 'red' is not a number" + ways_out_of("0"));
  EXPECT_EQ(error_of("a,\n1,\n", {.header = "yes"}),
            "data.csv:2: column 1: missing value (use option impute=median or option impute=mean)");
  EXPECT_EQ(read("0,5\n1,7\n").dim(), 2);
}

TEST_F(Csv, FlagsOfOtherFormatsAreRefused) {
  EXPECT_EQ(error_of("1,2\n", {.zero_based = true}),
            "option zero_based is for svmlight, data.csv is CSV");
  EXPECT_EQ(error_of("1\t2\n", {.format = "tsv", .zero_based = true}),
            "option zero_based is for svmlight, data.csv is TSV");
}

TEST_F(Csv, BinaryContentIsNamed) {
  EXPECT_EQ(error_of(std::string_view("1,2\n3,\0004\n", 9)),
            "data.csv:2: holds a NUL byte; this is not text");
}

TEST_F(Csv, AForcedFormatReadsNothingElse) {
  EXPECT_EQ(read("1;2\n", {.format = "csv"}).dim(), 2);
  EXPECT_EQ(error_of("1,2\n3,4\n", {.format = "tsv"}),
            "data.csv:2: column '1,2' (0): '3,4' is not a number");
  EXPECT_EQ(error_of("1, 2\n", {.format = "svmlight"}), "data.csv:1: a label of '1,' is empty");
  EXPECT_EQ(error_of("1,2\n", {.format = "npy"}), "data.csv: is not a NumPy file");
}

TEST(Files, ThatCannotBeOpenedAreNamedWithTheReason) {
  const TemporaryDirectory folder;
  const auto message = [&](const std::filesystem::path& path) {
    return folder.without_root(error_message([&] { read_dataset(path); }));
  };
  EXPECT_EQ(message(folder.path("none.csv")),
            "none.csv: cannot be opened: No such file or directory");
  std::filesystem::create_directory(folder.path("folder"));
  EXPECT_EQ(message(folder.path("folder")), "folder: cannot be opened: Is a directory");
}

TEST(LabelsFile, GivesOneLabelPerLine) {
  const TemporaryDirectory folder;
  const auto path = folder.write("data.csv", "1,2\n3,4\n");
  const auto labels = folder.write("labels.txt", "first, one\r\nsecond\r\n");
  EXPECT_THAT(label_names(read_dataset(path, {.labels_file = labels})),
              ElementsAre("first, one", "second"));
}

TEST(LabelsFile, IsRefusedWhenItDoesNotFit) {
  const TemporaryDirectory folder;
  const auto path = folder.write("data.csv", "1,2\n3,4\n");
  const auto message = [&](std::string_view text, const std::string& label) {
    const auto labels = folder.write("labels.txt", text);
    return folder.without_root(
        error_message([&] { read_dataset(path, {.label = label, .labels_file = labels}); }));
  };
  EXPECT_EQ(message("x\n", ""), "labels.txt: 1 labels for 2 samples of data.csv");
  EXPECT_EQ(message("x\n\n", ""), "labels.txt:2: the label is missing");
  EXPECT_EQ(message("x\n?\n", ""), "labels.txt:2: the label is missing ('?')");
  EXPECT_EQ(message("x\ry\r", ""),
            "labels.txt: line ends are CR only; lines must end in LF or CR LF");
  EXPECT_EQ(message("x\ny\n", "0"),
            "labels cannot come from both column '0' and the file labels.txt: give label or "
            "labels_file");
}

TEST(BuiltInData, IsWhatItsReadmeSays) {
  struct Expected {
    std::string_view name;
    Index samples, features, classes;
  };
  const Expected all[] = {{"iris", 150, 4, 3},
                          {"wine", 178, 13, 3},
                          {"breast_cancer", 569, 30, 2},
                          {"digits", 1797, 64, 10},
                          {"balance_scale", 625, 4, 3}};
  for (const Expected& expected : all) {
    const Dataset data =
        read_dataset(fmt::format("{}/data/{}.csv", MAHALA_SOURCE_DIR, expected.name));
    EXPECT_EQ(data.size(), expected.samples) << expected.name;
    EXPECT_EQ(data.dim(), expected.features) << expected.name;
    EXPECT_EQ(data.labels.label_count(), expected.classes) << expected.name;
  }
}

}  // namespace
}  // namespace mahala::test::csv_test
