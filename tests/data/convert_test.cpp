// Any format into any other, and reading a few samples at a time, which is what makes it possible
// for files larger than memory.
#include "mahala/data/write/convert.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "mahala/data/read/stream.hpp"
#include "tests/support/error_message.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::convert_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Kind {
  std::string format, name;
  bool labels = false, ids = false, features = false;
};

const std::vector<Kind> kinds = {{"csv", "a.csv.gz", true, true, true},
                                 {"tsv", "a.tsv", true, true, true},
                                 {"svmlight", "a.svm", true},
                                 {"arff", "a.arff", true, true, true},
                                 {"jsonl", "a.jsonl", true, true, true},
                                 {"mtx", "a.mtx.gz"},
                                 {"npy", "a.npy"},
                                 {"npz", "a.npz", true},
                                 {"safetensors", "a.safetensors"},
                                 {"idx", "a.idx.gz"},
                                 {"fvecs", "a.fvecs"},
                                 {"bvecs", "a.bvecs"},
                                 {"ivecs", "a.ivecs"}};

/// Whole numbers that fit a byte, the only ones that all formats hold.
Dataset random_data(unsigned seed) {
  std::mt19937 random(seed);
  const Index d = 1 + static_cast<Index>(random() % 5), n = 1 + static_cast<Index>(random() % 40);
  const Matrix x = Matrix::NullaryExpr(d, n, [&](Index, Index) {
    return random() % 2 == 0 ? 0.0 : static_cast<double>(random() % 256);
  });
  Dataset data{.x = random() % 2 == 0 ? Samples(x) : Samples(SparseMatrix(x.sparseView()))};
  std::vector<std::string> labels;
  for (Index i = 0; i < n; ++i) {
    labels.push_back("l" + std::to_string(random() % 3));
    data.ids.push_back("id " + std::to_string(i));
  }
  for (Index k = 0; k < d; ++k) data.features.push_back("name, " + std::to_string(k));
  data.labels = Labels::from_names(labels);
  return data;
}

Matrix dense(const Dataset& data) { return data.x.block(0, data.size()); }

std::vector<std::string> label_names(const Labels& labels) {
  std::vector<std::string> all;
  for (Index i = 0; i < labels.size(); ++i) {
    std::string own;
    for (const Index k : labels[i]) own += labels.names()[static_cast<std::size_t>(k)] + ";";
    all.push_back(own);
  }
  return all;
}

ReadOptions as(const Kind& kind) { return {.format = kind.format, .keep_missing = true}; }

TEST(Convert, LeavesOutNamesOfFeaturesThatWouldBeOtherColumns) {
  const TemporaryDirectory folder;
  const ReadOptions text = {.format = "text", .text_options = {.stop_words = "none"}};
  for (const std::string documents : {"cat label\ndog\n", "cat id\nid id\n"}) {
    for (const std::string name : {"a.csv", "a.arff", "a.jsonl"}) {
      SCOPED_TRACE(name);
      const auto in = folder.write("docs", documents);
      const Conversion done = convert(in, text, Writer(folder.path(name)));
      EXPECT_THAT(done.losses, ElementsAre(HasSubstr("names of features were left out")));
      const Dataset again = read_dataset(folder.path(name));
      EXPECT_EQ(dense(again), dense(read_dataset(in, text)));
      EXPECT_TRUE(again.labels.empty() && again.ids.empty());
    }
  }
}

TEST(Convert, KeepsTheWordsOfRawText) {
  const TemporaryDirectory folder;
  const auto in = folder.write("docs", "cat dog\nbird\n\ndog dog\n");
  const Conversion done = convert(in, {.format = "text"}, Writer(folder.path("a.csv")));
  EXPECT_THAT(done.losses, IsEmpty());
  const Dataset again = read_dataset(folder.path("a.csv"));
  EXPECT_THAT(again.features, ElementsAre("bird", "cat", "dog"));
  EXPECT_EQ(dense(again), (Matrix(3, 4) << 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 2).finished());
}

TEST(Convert, KeepsWhatBothFormatsHoldForEveryPairOfThem) {
  const TemporaryDirectory folder;
  for (unsigned seed = 0; const Kind& from : kinds) {
    for (const Kind& to : kinds) {
      SCOPED_TRACE(from.format + " to " + to.format);
      const Dataset data = random_data(seed++);
      write_dataset(data, folder.path(from.name));
      convert(folder.path(from.name), as(from), Writer(folder.path("b-" + to.name)));
      const Dataset again = read_dataset(folder.path("b-" + to.name), as(to));
      EXPECT_EQ(dense(again), dense(data));
      const bool labels = from.labels && to.labels;
      EXPECT_EQ(label_names(again.labels), label_names(labels ? data.labels : Labels()));
      if (from.ids && to.ids) {
        EXPECT_EQ(again.ids, data.ids);
      }
      if (from.features && to.features) {
        EXPECT_EQ(again.features, data.features);
      }
    }
  }
}

TEST(Convert, NeverLosesAnythingSilently) {
  const TemporaryDirectory folder;
  write_dataset(random_data(1), folder.path("a.csv"));
  for (const Kind& to : kinds) {
    SCOPED_TRACE(to.format);
    const auto done = convert(folder.path("a.csv"), {}, Writer(folder.path("b-" + to.name)));
    EXPECT_EQ(static_cast<int>(done.losses.size()), !to.labels + !to.ids + !to.features);
  }
}

TEST(Convert, KeepsDoublesExactlyAndSaysWhatItRounds) {
  const TemporaryDirectory folder;
  Dataset data{.x = Samples(Matrix(Matrix::Random(3, 50)))};
  write_dataset(data, folder.path("a.npy"));
  for (const char* to : {"csv", "svmlight", "arff", "jsonl", "mtx", "npz", "safetensors", "idx"}) {
    SCOPED_TRACE(to);
    const auto done = convert(folder.path("a.npy"), {}, Writer(folder.path("b"), to));
    EXPECT_THAT(done.losses, IsEmpty());
    EXPECT_EQ(dense(read_dataset(folder.path("b"))), dense(data));
  }
  const auto done = convert(folder.path("a.npy"), {}, Writer(folder.path("b.fvecs")));
  EXPECT_THAT(done.losses, ElementsAre("150 of the numbers were rounded to float32"));
}

TEST(Convert, KeepsFloatsFloats) {
  const TemporaryDirectory folder;
  write_dataset({.x = Samples(MatrixF(MatrixF::Random(3, 50)))}, folder.path("a.npy"));
  const Dataset data = read_dataset(folder.path("a.npy"));
  for (const char* to : {"npy", "npz", "safetensors", "idx", "fvecs"}) {
    SCOPED_TRACE(to);
    const auto done = convert(folder.path("a.npy"), {}, Writer(folder.path("b"), to));
    EXPECT_THAT(done.losses, IsEmpty());
    const Dataset again = read_dataset(folder.path("b"));
    EXPECT_THAT(std::string(again.x.storage_name()), HasSubstr("float"));
    EXPECT_EQ(dense(again), dense(data));
  }
}

TEST(Convert, KeepsHalvesHalves) {
  const TemporaryDirectory folder;
  const Matrix x = Matrix::Random(3, 50);
  write_dataset({.x = in_half_precision(Samples(x))}, folder.path("a.npy"));
  const Dataset data = read_dataset(folder.path("a.npy"));
  EXPECT_LT((dense(data) - x).cwiseAbs().maxCoeff(), 1e-3);
  for (const char* to : {"npy", "npz", "safetensors"}) {
    SCOPED_TRACE(to);
    convert(folder.path("a.npy"), {}, Writer(folder.path("b"), to));
    const Dataset again = read_dataset(folder.path("b"));
    EXPECT_EQ(again.x.storage_name(), "mapped half");
    EXPECT_EQ(dense(again), dense(data));
  }
  convert(folder.path("a.npy"), {}, Writer(folder.path("b.idx")));
  EXPECT_EQ(dense(read_dataset(folder.path("b.idx"))), dense(data));
}

TEST(Convert, NamesTheNumberAByteDoesNotHold) {
  const TemporaryDirectory folder;
  const auto in = folder.write("a.csv", "a,b\n1,2\n3,256\n");
  EXPECT_EQ(
      folder.without_root(error_message([&] { convert(in, {}, Writer(folder.path("b.bvecs"))); })),
      "b.bvecs: sample 1, feature 1: 256 is not a whole number from 0 to 255");
  EXPECT_FALSE(std::filesystem::exists(folder.path("b.bvecs")));
}

TEST(Convert, WritesIdxInTheSmallestTypeThatHoldsAll) {
  const TemporaryDirectory folder;
  const std::pair<const char*, char> cases[] = {{"255", 8},     {"-128", 9}, {"256", 11},
                                                {"-40000", 12}, {"0.5", 14}, {"3e9", 14}};
  for (const auto& [number, type] : cases) {
    SCOPED_TRACE(number);
    convert(folder.write("a.csv", "a,b\n0," + std::string(number) + "\n"), {},
            Writer(folder.path("b.idx")));
    EXPECT_EQ(folder.read("b.idx")[2], type);
  }
}

TEST(Convert, KeepsFeaturesThatAreZeroEverywhereInSvmlight) {
  const TemporaryDirectory folder;
  const auto in = folder.write("a.csv", "a,b,c\n1,2,0\n3,4,0\n");
  convert(in, {}, Writer(folder.path("b.svm")));
  EXPECT_EQ(folder.read("b.svm"), "1:1 2:2 3:0\n1:3 2:4\n");
  EXPECT_EQ(read_dataset(folder.path("b.svm")).dim(), 3);
}

TEST(Convert, KeepsMissingCells) {
  const TemporaryDirectory folder;
  const auto in = folder.write("a.csv", "a,b\n1,\nNA,2\n");
  for (const char* to : {"csv", "svmlight", "arff", "jsonl", "npy", "idx"}) {
    SCOPED_TRACE(to);
    convert(in, {}, Writer(folder.path("b"), to));
    const Matrix x = dense(read_dataset(folder.path("b"), {.keep_missing = true}));
    EXPECT_TRUE(std::isnan(x(1, 0)) && std::isnan(x(0, 1)));
    EXPECT_EQ(x(0, 0) + x(1, 1), 3);
  }
}

TEST(Convert, RefusesUnknownFormats) {
  EXPECT_THAT(error_message([] { Writer("a.csv", "cvs"); }), HasSubstr("did you mean 'csv'?"));
  EXPECT_THAT(error_message([] { Writer("a.xls"); }), HasSubstr("the ending says no format"));
  EXPECT_THAT(error_message([] { Writer("a.gz", "npy"); }), HasSubstr("are not compressed"));
}

/// All blocks of a stream as one.
Dataset joined(SampleStream& stream, Index& blocks) {
  Dataset all;
  Matrix x;
  std::vector<std::vector<std::string>> labels;
  for (Dataset block = stream.next(); block.size() > 0; block = stream.next(), ++blocks) {
    const Index before = x.cols(), dim = std::max(x.rows(), block.dim());
    x.conservativeResizeLike(Matrix::Zero(dim, before + block.size()));
    x.block(0, before, block.dim(), block.size()) = dense(block);
    for (Index i = 0; i < block.labels.size(); ++i) {
      auto& own = labels.emplace_back();
      for (const Index k : block.labels[i]) {
        own.push_back(block.labels.names()[static_cast<std::size_t>(k)]);
      }
    }
    all.ids.insert(all.ids.end(), block.ids.begin(), block.ids.end());
    all.features = block.features;
  }
  all.x = Samples(std::move(x));
  all.labels = Labels::from_names(labels);
  return all;
}

TEST(SampleStream, GivesInBlocksWhatReadingGivesAtOnce) {
  const TemporaryDirectory folder;
  for (unsigned seed = 100; const Kind& kind : kinds) {
    SCOPED_TRACE(kind.format);
    write_dataset(random_data(seed++), folder.path(kind.name));
    const Dataset whole = read_dataset(folder.path(kind.name), as(kind));
    Index blocks = 0;
    const auto stream = open_samples(folder.path(kind.name), as(kind), 1);
    const Dataset data = joined(*stream, blocks);
    EXPECT_EQ(blocks, kind.format == "mtx" ? 1 : whole.size());
    EXPECT_EQ(dense(data), dense(whole));
    EXPECT_EQ(label_names(data.labels), label_names(whole.labels));
    EXPECT_EQ(data.ids, whole.ids);
    EXPECT_EQ(data.features, whole.features);
  }
}

TEST(SampleStream, CountsRowsOfTheFileInMessages) {
  const TemporaryDirectory folder;
  Matrix x = Matrix::Zero(2, 3);
  x(1, 2) = std::numeric_limits<double>::infinity();
  write_dataset({.x = Samples(x)}, folder.path("a.npy"));
  const auto stream = open_samples(folder.path("a.npy"), {}, 1);
  stream->next();
  stream->next();
  EXPECT_EQ(folder.without_root(error_message([&] { stream->next(); })),
            "a.npy: row 2, column 1: inf is not finite");
}

TEST(SampleStream, SharesALabelsFileOut) {
  const TemporaryDirectory folder;
  const auto data = folder.write("a.csv", "a\n1\n2\n3\n");
  const std::string labels = folder.write("l", "x\ny\nx\n");
  Index blocks = 0;
  const auto stream = open_samples(data, {.labels_file = labels}, 1);
  EXPECT_THAT(label_names(joined(*stream, blocks).labels), ElementsAre("x;", "y;", "x;"));
  folder.write("l", "x\ny\n");
  const auto shorter = open_samples(data, {.labels_file = labels}, 1);
  EXPECT_THAT(error_message([&] { joined(*shorter, blocks); }),
              HasSubstr("2 labels for 3 samples"));
  folder.write("l", "x\ny\nx\nx\n");
  EXPECT_THAT(error_message([&] { read_dataset(data, {.labels_file = labels}); }),
              HasSubstr("4 labels for 3 samples"));
}

TEST(SampleStream, FindsRowNumbersPastTheFirstBlock) {
  const TemporaryDirectory folder;
  const auto stream = open_samples(folder.write("a.csv", ",a\n0,5\n1,6\n"), {}, 1);
  EXPECT_EQ(stream->next().size(), 1);
  EXPECT_EQ(stream->next().size(), 1);
  EXPECT_THAT(error_message([&] { stream->next(); }), HasSubstr("counts the rows"));
}

}  // namespace
}  // namespace mahala::test::convert_test
