// What every format has to do: be recognised by content, read back what was written, refuse what
// is damaged with an Error and nothing else.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <random>

#include "mahala/data/write/write.hpp"
#include "tests/support/reading.hpp"

namespace mahala::test::formats_test {
namespace {

using testing::HasSubstr;

struct Kind {
  std::string name;
  bool labels = false, several = false, ids = false, features = false, exact = true;
};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class RandomData {
 public:
  explicit RandomData(unsigned seed) : random_(seed) {}

  std::size_t below(std::size_t bound) { return random_() % bound; }
  bool coin() { return random_() % 2 == 0; }
  Matrix numbers(Index d, Index n, bool exact) {
    return Matrix::NullaryExpr(d, n, [&](Index, Index) {
      const double x = std::uniform_real_distribution(-1.0, 1.0)(random_);
      if (coin()) return std::round(x * 3);
      return exact ? std::ldexp(x, static_cast<int>(random_() % 2000) - 1000)
                   : static_cast<double>(static_cast<float>(x));
    });
  }
  std::string name() {
    constexpr std::string_view letters = "ab,;\t\"' \r\n#:=.0%\\{}?";
    std::string text(1 + below(6), ' ');
    for (char& c : text) c = letters[below(letters.size())];
    return text;
  }
  std::vector<std::string> names(Index n, std::string_view prefix) {
    std::vector<std::string> all;
    for (Index i = 0; i < n; ++i) all.push_back(std::string(prefix) + name() + std::to_string(i));
    return all;
  }

 private:
  std::mt19937 random_;
};

Dataset random_data(RandomData& random, const Kind& kind) {
  const Index d = 1 + static_cast<Index>(random.below(9));
  const Index n = 1 + static_cast<Index>(random.below(40));
  const Matrix x = random.numbers(d, n, kind.exact);
  Dataset data{.x = random.coin() ? Samples(x) : Samples(SparseMatrix(x.sparseView(0, 0)))};
  if (kind.ids && random.coin()) data.ids = random.names(n, "");
  if (kind.features && random.coin()) data.features = random.names(d, "f");
  if (!kind.labels || random.coin()) return data;
  std::vector<std::vector<std::string>> labels(static_cast<std::size_t>(n));
  const bool integers = random.coin();
  for (auto& own : labels) {
    const std::size_t count = kind.several ? random.below(4) : 1;
    for (std::size_t k = 0; k < count; ++k) {
      own.push_back(integers ? std::to_string(k) + "7" : random.name() + char('0' + k));
    }
  }
  data.labels = Labels::from_names(labels);
  return data;
}

class WrittenFormat : public testing::TestWithParam<Kind> {};

TEST_P(WrittenFormat, IsRecognisedAndReadsBackEqual) {
  const TemporaryDirectory folder;
  const auto path = folder.path(GetParam().name);
  for (unsigned seed = 0; seed < 60; ++seed) {
    RandomData random(seed);
    const Dataset data = random_data(random, GetParam());
    write_dataset(data, path);
    std::filesystem::rename(path, folder.path("no-name"));
    const Dataset again = read_dataset(folder.path("no-name"));
    ASSERT_EQ(dense(again), dense(data)) << seed;
    EXPECT_EQ(label_names(again.labels), label_names(data.labels)) << seed;
    EXPECT_EQ(again.ids, data.ids);
    if (!data.features.empty()) {
      EXPECT_EQ(again.features, data.features);
    }
  }
}

const Kind written[] = {
    {"a.npz", true, false, false, false},
    {"a.safetensors"},
    {"a.fvecs", false, false, false, false, false},
    {"a.mtx"},
    {"a.mtx.gz"},
    {"a.jsonl", true, true, true, true},
    {"a.jsonl.gz", true, true, true, true},
    {"a.arff", true, false, true, true},
    {"a.arff.gz", true, false, true, true},
};
INSTANTIATE_TEST_SUITE_P(Names, WrittenFormat, testing::ValuesIn(written));

/// A small valid file, and whether every shorter one has to be refused.
struct Example {
  std::string format, content;
  bool counted = true;
};

void PrintTo(const Example& example, std::ostream* out) { *out << example.format; }

std::string written_as(const std::string& name) {
  const TemporaryDirectory folder;
  write_dataset({.x = Samples(Matrix((Matrix(2, 3) << 1, 2, 3, 4.5, 5, 6).finished())),
                 .labels = Labels::from_names(std::vector<std::string>{"a", "b", "a"})},
                folder.path(name));
  return folder.read(name);
}

std::string gzipped(std::string_view text) {
  const TemporaryDirectory folder;
  const gzFile file = gzopen(folder.path("a.gz").c_str(), "wb9");
  gzwrite(file, text.data(), static_cast<unsigned>(text.size()));
  gzclose(file);
  return folder.read("a.gz");
}

using namespace std::string_literals;

const std::string idx = "\0\0\x0b\x03\0\0\0\x02\0\0\0\x01\0\0\0\x02\0\1\0\2\0\3\xff\xff"s;
const std::string bvecs = "\2\0\0\0ab\2\0\0\0cd"s;
const std::string ivecs = "\1\0\0\0\5\0\0\0\1\0\0\0\xff\xff\xff\xff"s;

std::vector<Example> examples() {
  return {
      {"npy", written_as("a.npy")},
      {"npz", written_as("a.npz")},
      {"safetensors", written_as("a.safetensors")},
      {"idx", idx},
      {"idx", gzipped(idx)},
      {"fvecs", written_as("a.fvecs"), false},
      {"bvecs", bvecs, false},
      {"ivecs", ivecs, false},
      {"mtx", written_as("a.mtx"), false},
      {"mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n2 2 2\n1 1\n2 1\n", false},
      {"jsonl", written_as("a.jsonl"), false},
      {"jsonl", "[1, 2]\n[3, null]\n", false},
      {"arff", written_as("a.arff"), false},
      {"arff", "@relation r\n@attribute a real\n@attribute c {x,'y z'}\n@data\n{0 1, 1 'y z'}\n",
       false},
      {"csv", written_as("a.csv"), false},
      {"svmlight", written_as("a.svm"), false},
      {"jsonl", gzipped(written_as("a.jsonl"))}};
}

class EveryFormat : public testing::TestWithParam<Example> {};

TEST_P(EveryFormat, AShorterFileIsReadOrRefused) {
  const TemporaryDirectory folder;
  const auto& [format, content, counted] = GetParam();
  read_dataset(folder.write("whole", content), {.keep_missing = true});
  for (std::size_t size = 0; size < content.size(); ++size) {
    const auto path = folder.write("part", std::string_view(content).substr(0, size));
    for (const std::string& how : {std::string("auto"), format}) {
      bool refused = false;
      try {
        read_dataset(path, {.format = how, .keep_missing = true});
      } catch (const Error&) {
        refused = true;
      }
      EXPECT_TRUE(refused || !counted) << how << " " << size;
    }
  }
}

TEST_P(EveryFormat, AFlippedByteIsReadOrRefused) {
  const TemporaryDirectory folder;
  const auto& [format, content, counted] = GetParam();
  for (std::size_t at = 0; at < content.size(); ++at) {
    for (const int mask : {0x01, 0x80}) {
      std::string damaged = content;
      damaged[at] = static_cast<char>(damaged[at] ^ mask);
      const auto path = folder.write("damaged", damaged);
      for (const std::string& how : {std::string("auto"), format}) {
        try {
          read_dataset(path, {.format = how});
        } catch (const Error&) {
        }
      }
    }
  }
}

TEST_P(EveryFormat, AnyFormatMayBeForcedOnIt) {
  const TemporaryDirectory folder;
  ReadOptions options;
  const auto path = folder.write("a", GetParam().content);
  const Options described = describe(options);
  for (const std::string_view how : described[0].choices) {
    try {
      read_dataset(path, {.format = std::string(how)});
    } catch (const Error&) {
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Examples, EveryFormat, testing::ValuesIn(examples()));

TEST(MaxBytes, BoundsWhatComesOutOfGzip) {
  const TemporaryDirectory folder;
  const std::string text(2'000'000, '1');
  const auto packed = folder.write("bomb.gz", gzipped(text)), plain = folder.write("plain", text);
  const auto message = [&](const auto& path, Index bound) {
    return folder.without_root(error_message([&] { read_dataset(path, {.max_bytes = bound}); }));
  };
  EXPECT_EQ(message(packed, 100'000),
            "bomb.gz: holds more than 100000 bytes decompressed; raise option max_bytes if that is "
            "right");
  EXPECT_THAT(message(packed, 0), HasSubstr("out of the range"));
  EXPECT_THAT(message(plain, 100'000), HasSubstr("out of the range"));
}

TEST(MaxBytes, BoundsIdxAndJsonLinesToo) {
  const TemporaryDirectory folder;
  std::string zeros = "\0\0\x08\x02\0\x10\0\0\0\0\0\1"s + std::string(1 << 20, '\0');
  for (const std::string& content : {zeros, std::string(1 << 20, '[')}) {
    const auto path = folder.write("a.gz", gzipped(content));
    EXPECT_THAT(error_message([&] { read_dataset(path, {.max_bytes = 1000}); }),
                HasSubstr("option max_bytes"));
  }
}

}  // namespace
}  // namespace mahala::test::formats_test
