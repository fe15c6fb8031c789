#include "mahala/data/write/write.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/support/reading.hpp"

namespace mahala::test::write_test {
namespace {

using testing::ElementsAre;

/// Makes data sets of every shape, with numbers of every size and names of every sort.
class RandomData {
 public:
  explicit RandomData(unsigned seed) : random_(seed) {}

  Matrix numbers(Index d, Index n) {
    return Matrix::NullaryExpr(d, n, [this](Index, Index) { return number(); });
  }
  std::string name(std::string_view letters) {
    std::string text(1 + random_() % 6, ' ');
    for (char& c : text) c = letters[random_() % letters.size()];
    return text;
  }
  std::vector<std::string> names(Index n, std::string_view letters, std::string_view prefix = "") {
    std::vector<std::string> all;
    for (Index i = 0; i < n; ++i) all.push_back(std::string(prefix) + name(letters));
    return all;
  }
  Index up_to(Index most) {
    return 1 + static_cast<Index>(random_() % static_cast<unsigned>(most));
  }
  bool coin() { return random_() % 2 == 0; }

 private:
  double number() {
    const double mantissa = std::uniform_real_distribution(-1.0, 1.0)(random_);
    switch (random_() % 5) {
      case 0:
        return 0;
      case 1:
        return static_cast<double>(random_() % 100);
      case 2:
        return std::round(mantissa * 1e4) / 1e4;
      case 3:
        return std::ldexp(mantissa, static_cast<int>(random_() % 2000) - 1000);
      default:
        return mantissa;
    }
  }

  std::mt19937 random_;
};

constexpr std::string_view awkward = "ab,;\t\"' \r\n#:=.0";

std::vector<std::string> unique(std::vector<std::string> names) {
  for (std::size_t i = 0; i < names.size(); ++i) names[i] += std::to_string(i);
  return names;
}

Dataset random_table(RandomData& random) {
  const Index d = random.up_to(9), n = random.up_to(40);
  Dataset data{.x = Samples(random.numbers(d, n)), .features = random.names(d, awkward, "f")};
  if (random.coin()) data.labels = Labels::from_names(random.names(n, awkward));
  if (random.coin()) data.ids = unique(random.names(n, awkward));
  return data;
}

void expect_equal(const Dataset& again, const Dataset& data) {
  EXPECT_EQ(dense(again), dense(data));
  EXPECT_EQ(label_names(again.labels), label_names(data.labels));
  EXPECT_EQ(again.ids, data.ids);
}

class WriteTable : public testing::TestWithParam<std::string> {};

TEST_P(WriteTable, ReadsBackEqual) {
  const TemporaryDirectory folder;
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomData random(seed);
    const Dataset data = random_table(random);
    write_dataset(data, folder.path(GetParam()));
    const Dataset again = read_dataset(folder.path(GetParam()), {.header = "yes"});
    expect_equal(again, data);
    EXPECT_EQ(again.features, data.features);
  }
}

INSTANTIATE_TEST_SUITE_P(Names, WriteTable,
                         testing::Values("a.csv", "a.tsv", "a.csv.gz", "a.tsv.gz"));

TEST(WriteCsv, ReadsBackEqualThroughLineEndsOfWindows) {
  const TemporaryDirectory folder;
  for (unsigned seed = 0; seed < 30; ++seed) {
    RandomData random(seed);
    Dataset data{.x = Samples(random.numbers(3, 20)),
                 .labels = Labels::from_names(random.names(20, "ab,; \"")),
                 .features = {"f", "g", "h"}};
    write_dataset(data, folder.path("a.csv"));
    std::string text = folder.read("a.csv");
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos; at += 2) {
      text.replace(at, 1, "\r\n");
    }
    expect_equal(read_dataset(folder.write("b.csv", text)), data);
  }
}

class WriteSvmlight : public testing::TestWithParam<std::string> {};

TEST_P(WriteSvmlight, ReadsBackEqual) {
  const TemporaryDirectory folder;
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomData random(seed);
    const Index d = random.up_to(9), n = random.up_to(40);
    Matrix x = random.numbers(d, n);
    if (random.coin()) x.col(n / 2).setZero();
    Dataset data{.x = random.coin() ? Samples(x) : Samples(SparseMatrix(x.sparseView()))};
    std::vector<std::vector<std::string>> labels(static_cast<std::size_t>(n));
    labels[0] = {"first"};
    for (auto& own : labels) {
      for (Index k = random.up_to(3); k > 1; --k)
        own.push_back(random.name("xyz\"'=") + char('0' + k));
    }
    if (random.coin()) data.labels = Labels::from_names(labels);
    write_dataset(data, folder.path(GetParam()));
    expect_equal(read_dataset(folder.path(GetParam()), {.format = "svmlight", .dim = d}), data);
  }
}

INSTANTIATE_TEST_SUITE_P(Names, WriteSvmlight,
                         testing::Values("a.svm", "a.svmlight", "a.libsvm", "a.svm.gz"));

TEST(WriteNpy, ReadsBackEqualFromEveryStorage) {
  const TemporaryDirectory folder;
  for (unsigned seed = 0; seed < 30; ++seed) {
    RandomData random(seed);
    const Matrix x = random.numbers(random.up_to(9), random.up_to(600));
    const Matrix rounded = x.cast<float>().cast<double>();
    const Samples all[] = {Samples(x), Samples(SparseMatrix(x.sparseView(0, 0)))};
    for (const Samples& samples : all) {
      write_dataset({.x = samples}, folder.path("a.npy"));
      EXPECT_EQ(dense(read_dataset(folder.path("a.npy"))), x);
    }
    if (!rounded.allFinite()) continue;
    write_dataset({.x = Samples(MatrixF(x.cast<float>()))}, folder.path("a.npy"));
    EXPECT_EQ(dense(read_dataset(folder.path("a.npy"))), rounded);
  }
}

TEST(WriteNpy, ItsOwnArraysAreMapped) {
  const TemporaryDirectory folder;
  write_dataset({.x = Samples(Matrix(Matrix::Ones(3, 2)))}, folder.path("a.npy"));
  EXPECT_EQ(read_dataset(folder.path("a.npy")).x.storage_name(), "mapped double");
}

TEST(WriteNpy, AFileMayBeReplacedByWhatIsMappedFromIt) {
  const TemporaryDirectory folder;
  write_dataset({.x = Samples(Matrix(Matrix::Random(3, 700)))}, folder.path("a.npy"));
  const Dataset data = read_dataset(folder.path("a.npy"));
  write_dataset(data, folder.path("a.npy"));
  EXPECT_EQ(dense(read_dataset(folder.path("a.npy"))), dense(data));
}

TEST(WriteCsv, HasAHeaderIdsFirstAndLabelsLast) {
  const TemporaryDirectory folder;
  Dataset data{.x = Samples(Matrix((Matrix(2, 2) << 1, 3, 0.1, 1e300).finished())),
               .labels = Labels::from_names(std::vector<std::string>{"x", "y z"}),
               .ids = {"p", "q,r"}};
  write_dataset(data, folder.path("a.csv"));
  EXPECT_EQ(folder.read("a.csv"), "id,f0,f1,label\np,1,0.1,x\n\"q,r\",3,1e+300,y z\n");
}

TEST(WriteSvmlight, LeavesZerosOut) {
  const TemporaryDirectory folder;
  write_dataset(
      {.x = Samples(Matrix((Matrix(2, 2) << 0, 3, 0.5, 0).finished())),
       .labels = Labels::from_names(std::vector<std::vector<std::string>>{{"1", "4"}, {}})},
      folder.path("a.svm"));
  EXPECT_EQ(folder.read("a.svm"), "1,4 2:0.5\n1:3\n");
}

TEST(Gzip, EqualDataGiveEqualBytes) {
  const TemporaryDirectory folder;
  const Dataset data{.x = Samples(Matrix(Matrix::Random(5, 100)))};
  write_dataset(data, folder.path("a.csv.gz"));
  write_dataset(data, folder.path("b.csv.gz"));
  EXPECT_EQ(folder.read("a.csv.gz"), folder.read("b.csv.gz"));
}

TEST(Gzip, LargeFilesAreWrittenWhole) {
  const TemporaryDirectory folder;
  const Dataset data{.x = Samples(Matrix(Matrix::Random(50, 2000)))};
  write_dataset(data, folder.path("a.csv.gz"));
  EXPECT_EQ(dense(read_dataset(folder.path("a.csv.gz"))), dense(data));
}

TEST(Gzip, EveryTruncationIsRefused) {
  const TemporaryDirectory folder;
  RandomData random(1);
  write_dataset({.x = Samples(random.numbers(4, 10))}, folder.path("a.csv.gz"));
  const std::string whole = folder.read("a.csv.gz");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto path = folder.write("b.csv.gz", std::string_view(whole).substr(0, size));
    const std::string message = error_message([&] { read_dataset(path); });
    // Of less than the two magic bytes nobody can say that it is gzip.
    EXPECT_EQ(folder.without_root(message),
              size < 2 ? "b.csv.gz: holds no samples" : "b.csv.gz: the gzip stream ends early");
  }
}

TEST(Gzip, EveryFlippedByteOfTheContentIsRefused) {
  const TemporaryDirectory folder;
  RandomData random(1);
  write_dataset({.x = Samples(random.numbers(4, 10))}, folder.path("a.csv.gz"));
  const std::string whole = folder.read("a.csv.gz");
  for (std::size_t at = 10; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0xff);
    const auto path = folder.write("b.csv.gz", damaged);
    EXPECT_THROW(read_dataset(path), Error) << at;
  }
}

TEST(Gzip, NumPyFilesInsideAreRefused) {
  const TemporaryDirectory folder;
  // gzip of "\x93NUMPY\x01" without compression.
  const std::string stored(
      "\x1f\x8b\x08\0\0\0\0\0\0\x03\x01\x07\0\xf8\xff\x93NUMPY\x01"
      "\xa3\xe0\x51\x9f\x07\0\0\0",
      30);
  const auto path = folder.write("a.npy.gz", stored);
  EXPECT_EQ(folder.without_root(error_message([&] { read_dataset(path); })),
            "a.npy.gz: NumPy files cannot be mapped from gzip; decompress it first");
}

TEST(WriteDataset, SaysWhyItRefuses) {
  const TemporaryDirectory folder;
  const Matrix x = Matrix::Ones(1, 2);
  const Dataset several{
      .x = Samples(x),
      .labels = Labels::from_names(std::vector<std::vector<std::string>>{{"1"}, {"1", "4"}})};
  const Dataset spaced{.x = Samples(x),
                       .labels = Labels::from_names(std::vector<std::string>{"a", "b c"})};
  const auto message = [&](const Dataset& data, std::string_view name) {
    return folder.without_root(error_message([&] { write_dataset(data, folder.path(name)); }));
  };
  EXPECT_EQ(message(several, "a.csv"),
            "a.csv: sample 1 has 2 labels; CSV files hold one per sample (use .svm)");
  EXPECT_EQ(message(spaced, "a.svm"),
            "a.svm: the label 'b c' cannot be written to an svmlight file: it is empty or holds a "
            "space, comma, colon or #");
  EXPECT_EQ(
      message(spaced, "a.xls"),
      "a.xls: the ending says no format: use .csv, .tsv, .svm, .svmlight, .libsvm, .arff, .mtx, "
      ".jsonl, .npy, .npz, .safetensors, .idx, .fvecs, .bvecs or .ivecs");
  EXPECT_EQ(message(spaced, "a.npy.gz"),
            "a.npy.gz: .npy files are not compressed; leave the .gz out");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path("")));
}

TEST(WriteDataset, EndingsMayBeCapitals) {
  const TemporaryDirectory folder;
  const Dataset data{.x = Samples(Matrix(Matrix::Ones(2, 3)))};
  for (const char* name : {"a.CSV", "a.Svm", "a.NPY"}) {
    write_dataset(data, folder.path(name));
    EXPECT_EQ(dense(read_dataset(folder.path(name))), dense(data)) << name;
  }
  write_dataset(data, folder.path("a.csv.gz"));
  write_dataset(data, folder.path("b.CSV.GZ"));
  EXPECT_EQ(folder.read("b.CSV.GZ"), folder.read("a.csv.gz"));
}

TEST(CheckWritableName, AcceptsEveryEndingAndRefusesOthers) {
  for (const char* name :
       {"a.csv", "a.tsv.gz", "a.b.svm", "a.svmlight.gz", "a.libsvm", "a.npy", "a.CSV", "a.Tsv.GZ",
        "a.npz", "a.safetensors", "a.fvecs", "a.mtx.gz", "a.arff", "a.jsonl.gz"}) {
    EXPECT_NO_THROW(check_writable_name(name)) << name;
  }
  for (const char* name : {"csv", "a", "a.gz", ".csv", "a.npy.gz", "a.NPY.GZ", "a.csv.zip",
                           "a.npz.gz", "a.fvecs.gz", "a.safetensors.gz"}) {
    EXPECT_THROW(check_writable_name(name), Error) << name;
  }
}

}  // namespace
}  // namespace mahala::test::write_test
