#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cstring>

#include "mahala/data/file/safetensors.hpp"
#include "mahala/data/write/write.hpp"
#include "tests/support/reading.hpp"

namespace mahala::test::binary_formats_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using namespace std::string_literals;

using Idx = ReadingTest;
using Vecs = ReadingTest;
using Npz = ReadingTest;
using SafetensorsData = ReadingTest;

/// A safetensors file of one tensor after the other.
struct Tensor {
  std::string name, dtype, shape, data;
};

std::string safetensors(const std::vector<Tensor>& tensors, std::string metadata = "") {
  std::string header = "{" + metadata, data;
  for (const auto& [name, dtype, shape, numbers] : tensors) {
    header += fmt::format("{}\"{}\":{{\"dtype\":\"{}\",\"shape\":{},\"data_offsets\":[{},{}]}}",
                          header.size() > 1 ? "," : "", name, dtype, shape, data.size(),
                          data.size() + numbers.size());
    data += numbers;
  }
  header += "}";
  while (header.size() % 8 != 0) header += ' ';
  return bytes(std::vector<std::uint64_t>{header.size()}) + header + data;
}

const std::string six = bytes(std::vector<double>{1, 2, 3, 4, 5, 6});
const Matrix rows_123_456 = (Matrix(3, 2) << 1, 4, 2, 5, 3, 6).finished();

TEST_F(SafetensorsData, TheOnlyTensorWithTwoAxesIsMapped) {
  const Dataset data = read(safetensors({{"bias", "F64", "[6]", six}, {"w", "F64", "[2,3]", six}}));
  EXPECT_EQ(data.x.storage_name(), "mapped double");
  EXPECT_EQ(dense(data), rows_123_456);
  EXPECT_TRUE(data.labels.empty());
}

TEST_F(SafetensorsData, EveryTypeOfNumberIsRead) {
  const auto as = [&](std::string dtype, std::string numbers) {
    return dense(read(safetensors({{"t", dtype, "[2,1]", numbers}})));
  };
  const Matrix expected = (Matrix(1, 2) << 1, 2).finished();
  EXPECT_EQ(as("F32", bytes(std::vector<float>{1, 2})), expected);
  EXPECT_EQ(as("F16", bytes(std::vector<std::uint16_t>{0x3c00, 0x4000})), expected);
  EXPECT_EQ(as("BF16", bytes(std::vector<std::uint16_t>{0x3f80, 0x4000})), expected);
  EXPECT_EQ(as("I64", bytes(std::vector<std::int64_t>{1, 2})), expected);
  EXPECT_EQ(as("I32", bytes(std::vector<std::int32_t>{1, 2})), expected);
  EXPECT_EQ(as("I16", bytes(std::vector<std::int16_t>{1, 2})), expected);
  EXPECT_EQ(as("I8", "\1\2"), expected);
  EXPECT_EQ(as("U8", "\1\2"), expected);
}

TEST_F(SafetensorsData, AskedForTensorsAndLabelsAreTaken) {
  const std::string two = bytes(std::vector<std::int32_t>{7, -1});
  const std::string file = safetensors({{"a", "F64", "[2,3]", six},
                                        {"b", "F64", "[3,2]", six},
                                        {"y", "I32", "[2]", two},
                                        {"z", "I8", "[2]", "\1\2"}});
  EXPECT_THAT(read(file, {.tensor = "a"}).labels.names(), ElementsAre("-1", "7"));
  EXPECT_THAT(read(file, {.label = "z", .tensor = "a"}).labels.names(), ElementsAre("1", "2"));
  EXPECT_EQ(
      error_of(file),
      "data: which array holds the samples? Use option tensor (there are: a (2 x 3), b (3 x 2), "
      "y (2), z (2))");
  EXPECT_EQ(error_of(file, {.tensor = "b"}), "data:y: 2 labels for 3 samples");
  EXPECT_THAT(error_of(file, {.tensor = "c"}), HasSubstr("data: there is no tensor 'c'"));
  EXPECT_EQ(error_of(file, {.tensor = "y"}), "data:y: a 1-D array; samples are 2-D");
}

TEST_F(SafetensorsData, SaysWhyItRefuses) {
  EXPECT_EQ(error_of(safetensors({{"x", "F8_E4M3", "[2,1]", "ab"}})),
            "data:x: holds F8_E4M3, not real numbers, integers or booleans");
  EXPECT_EQ(error_of(safetensors({{"x", "F64", "[0,4611686018427387904]", ""}})),
            "data:x: holds no samples");
  EXPECT_EQ(error_of(safetensors({{"left", "F64", "[2,3]", six}},
                                 "\"__metadata__\":{\"format\":\"mahala\"}")),
            "data: is a model, not samples");
  EXPECT_EQ(error_of(bytes(std::vector<std::uint64_t>{100'000}) + std::string(100'000, '['),
                     {.format = "safetensors"}),
            "data: is not a safetensors file");
  EXPECT_THAT(
      error_of(bytes(std::vector<std::uint64_t>{100'002}) + "{\"" + std::string(100'000, '[')),
      HasSubstr("its header is not JSON"));
}

/// An archive as numpy.savez_compressed makes it: no zip64, deflated.
std::string zip(const std::vector<std::pair<std::string, std::string>>& members,
                bool deflated = true, std::uint32_t promised = 0) {
  const auto number = [](std::uint64_t value, std::size_t width) {
    return std::string(reinterpret_cast<const char*>(&value), width);
  };
  std::string file, directory;
  for (const auto& [name, content] : members) {
    std::string packed = content;
    if (deflated) {
      packed.resize(content.size() + 1000);
      z_stream stream = {};
      deflateInit2(&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
      stream.avail_in = static_cast<uInt>(content.size());
      stream.next_out = reinterpret_cast<Bytef*>(packed.data());
      stream.avail_out = static_cast<uInt>(packed.size());
      deflate(&stream, Z_FINISH);
      packed.resize(stream.total_out);
      deflateEnd(&stream);
    }
    const auto sum = crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size());
    const std::string common = number(20, 2) + number(0, 2) + number(deflated ? 8 : 0, 2) +
                               number(0, 4) + number(sum, 4) + number(packed.size(), 4) +
                               number(promised > 0 ? promised : content.size(), 4) +
                               number(name.size(), 2) + number(0, 2);
    directory += "PK\1\2" + number(20, 2) + common + number(0, 8) + number(0, 2) +
                 number(file.size(), 4) + name;
    file += "PK\3\4" + common + name + packed;
  }
  return file + directory + "PK\5\6"s + number(0, 4) + number(members.size(), 2) +
         number(members.size(), 2) + number(directory.size(), 4) + number(file.size(), 4) +
         number(0, 2);
}

std::string npy(std::string_view type, std::string_view shape, std::string_view numbers) {
  std::string header =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", type, shape);
  header.resize(117, ' ');
  header += '\n';
  return "\x93NUMPY\1\0"s + static_cast<char>(header.size()) + '\0' + header + std::string(numbers);
}

TEST_F(Npz, DeflatedAndStoredMembersAreRead) {
  const std::string x = npy("<f8", "2, 3", six), y = npy("<i8", "2,", six.substr(0, 16));
  for (const bool deflated : {true, false}) {
    const Dataset data = read(zip({{"y.npy", y}, {"x.npy", x}, {"readme", "?"}}, deflated));
    EXPECT_EQ(dense(data), rows_123_456);
    EXPECT_EQ(data.labels.size(), 2);
  }
}

TEST_F(Npz, TextsAreLabels) {
  const std::string x = npy("<f8", "2, 3", six);
  EXPECT_THAT(
      read(zip({{"arr_0.npy", x}, {"label.npy", npy("|S2", "2,", "b\0cd"s)}})).labels.names(),
      ElementsAre("b", "cd"));
  const std::string wide = bytes(std::vector<std::uint32_t>{'a', 0, 0xe9, 0x1f600});
  EXPECT_THAT(read(zip({{"arr_0.npy", x}, {"labels.npy", npy("<U2", "2,", wide)}})).labels.names(),
              ElementsAre("a", "\u00e9\U0001f600"));
  EXPECT_EQ(error_of(zip({{"x.npy", npy("|S1", "2, 1", "ab")}})),
            "data:x: holds texts, not numbers");
}

TEST_F(Npz, ItsOwnArraysAreMapped) {
  write_dataset({.x = Samples(Matrix(Matrix::Random(3, 5)))}, folder.path("a.npz"));
  EXPECT_EQ(read_dataset(folder.path("a.npz")).x.storage_name(), "mapped double");
}

TEST_F(Npz, SaysWhyItRefuses) {
  const std::string x = npy("<f8", "2, 3", six);
  EXPECT_EQ(error_of(zip({})), "data: holds no arrays");
  EXPECT_EQ(
      error_of(zip({{"a.npy", x}, {"b.npy", x}})),
      "data: which array holds the samples? Use option tensor (there are: a (2 x 3), b (2 x 3))");
  EXPECT_EQ(error_of(zip({{"x.npy", x}}, true, 4'000'000'000)),
            "data: member 'x.npy' cannot hold 4000000000 bytes");
  std::string damaged = zip({{"x.npy", x}}, false);
  damaged[damaged.find(six) + 6] ^= 1;
  EXPECT_EQ(error_of(damaged), "data:x.npy: the content is damaged");
  const std::string bomb = zip({{"x.npy", npy("|u1", "1000, 1000", std::string(1'000'000, '\0'))}});
  EXPECT_EQ(
      error_of(bomb, {.max_bytes = 1000}),
      "data:x.npy: holds 1000128 bytes decompressed; raise option max_bytes above 1000 if that is "
      "right");
  EXPECT_EQ(read(bomb).size(), 1000);
}

TEST_F(Idx, TrailingAxesAreFeatures) {
  const std::string file =
      "\0\0\x0b\x03\0\0\0\x02\0\0\0\x01\0\0\0\x03"s + "\0\1\0\2\0\3\0\4\0\5\0\6"s;
  EXPECT_EQ(dense(read(file)), rows_123_456);
  EXPECT_EQ(error_of(file + "x"), "data: 13 bytes of numbers, expected 12");
}

TEST_F(Idx, EveryTypeOfNumberIsRead) {
  const auto as = [&](char type, const std::string& numbers) {
    return dense(read("\0\0"s + type + "\2\0\0\0\2\0\0\0\1"s + numbers));
  };
  const Matrix expected = (Matrix(1, 2) << 1, -2).finished();
  EXPECT_EQ(as(0x08, "\1\xfe"s), (Matrix(1, 2) << 1, 254).finished());
  EXPECT_EQ(as(0x09, "\1\xfe"s), expected);
  EXPECT_EQ(as(0x0b, "\0\1\xff\xfe"s), expected);
  EXPECT_EQ(as(0x0c, "\0\0\0\1\xff\xff\xff\xfe"s), expected);
  EXPECT_EQ(as(0x0d, "\x3f\x80\0\0\xc0\0\0\0"s), expected);
  EXPECT_EQ(as(0x0e, "\x3f\xf0\0\0\0\0\0\0\xc0\0\0\0\0\0\0\0"s), expected);
}

TEST_F(Idx, OneAxisIsLabels) {
  const std::string labels = "\0\0\x08\1\0\0\0\2\7\3"s;
  const Dataset data = read("1,2\n3,4\n", {.labels_file = folder.write("y", labels)});
  EXPECT_THAT(data.labels.names(), ElementsAre("3", "7"));
  EXPECT_EQ(error_of(labels), "data: a 1-D array; samples have two axes or more");
}

TEST_F(Idx, ImpossibleShapesAreRefused) {
  EXPECT_THAT(error_of("\0\0\x0e\3"s + std::string(12, '\xff')), HasSubstr("is too large"));
  EXPECT_EQ(error_of("\0\0\x08\2\0\0\0\0\0\0\0\1"s), "data: holds no samples");
}

TEST_F(Vecs, AreToldApartByTheirRecords) {
  EXPECT_EQ(dense(read("\2\0\0\0ab\2\0\0\0cd"s)), (Matrix(2, 2) << 97, 99, 98, 100).finished());
  EXPECT_EQ(dense(read("\1\0\0\0\5\0\0\0\1\0\0\0\xff\xff\xff\xff"s)),
            (Matrix(1, 2) << 5, -1).finished());
  const Dataset floats = read("\1\0\0\0\0\0\x80\x3f\1\0\0\0\0\0\0\xc0"s);
  EXPECT_EQ(floats.x.storage_name(), "float");
  EXPECT_EQ(dense(floats), (Matrix(1, 2) << 1, -2).finished());
}

TEST_F(Vecs, SaysWhyItRefuses) {
  const ReadOptions forced{.format = "bvecs"};
  EXPECT_EQ(error_of("", forced), "data: holds no samples");
  EXPECT_EQ(error_of("\2\0\0\0ab\2\0\0\0c"s, forced), "data: is truncated within sample 1");
  EXPECT_EQ(error_of("\2\0\0\0ab\1\0\0\0cd"s, forced), "data: sample 1 has 1 features, expected 2");
  EXPECT_EQ(error_of("\xff\xff\xff\xff", forced), "data: sample 0 cannot have 4294967295 features");
}

TEST_F(Vecs, FloatsOutOfRangeAreNotWritten) {
  const Dataset data{.x = Samples(Matrix(Matrix::Constant(1, 1, 1e300)))};
  EXPECT_EQ(
      folder.without_root(error_message([&] { write_dataset(data, folder.path("a.fvecs")); })),
      "a.fvecs: sample 0, feature 0: 1e+300 is out of the range of a float");
}

TEST_F(ReadingTest, FlagsOfOtherFormatsAreRefused) {
  EXPECT_EQ(error_of("1,2\n", {.tensor = "x"}),
            "option tensor is for safetensors and npz, data is CSV");
}

}  // namespace
}  // namespace mahala::test::binary_formats_test
