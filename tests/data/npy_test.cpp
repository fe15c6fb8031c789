#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <cstring>
#include <fstream>
#include <thread>

#include "tests/support/reading.hpp"

namespace mahala::test::npy_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// A .npy file with this header, its numbers starting at a multiple of `alignment`.
std::string npy(std::string dictionary, std::string_view numbers, char version = 1,
                std::size_t alignment = 64) {
  const std::size_t width = version == 1 ? 2 : 4;
  while ((8 + width + dictionary.size() + 1) % alignment != 0) dictionary += ' ';
  dictionary += '\n';
  std::string file = "\x93NUMPY";
  file += version;
  file += '\0';
  for (std::size_t k = 0; k < width; ++k) {
    file += static_cast<char>(dictionary.size() >> (8 * k) & 0xff);
  }
  return file + dictionary + std::string(numbers);
}

std::string header(std::string_view type, std::string_view shape, bool fortran = false) {
  return fmt::format("{{'descr': '{}', 'fortran_order': {}, 'shape': {}, }}", type,
                     fortran ? "True" : "False", shape);
}

template <class T>
std::string array(std::string_view type, const std::vector<T>& numbers) {
  return npy(header(type, fmt::format("(2, {})", numbers.size() / 2)), bytes(numbers));
}

struct Npy : ReadingTest {
  Npy() : ReadingTest("data.npy") {}
};

const Matrix rows_123_456 = (Matrix(3, 2) << 1, 4, 2, 5, 3, 6).finished();

template <class T>
std::vector<T> one_to_six() {
  return {T(1), T(2), T(3), T(4), T(5), T(6)};
}

TEST_F(Npy, DoublesAndFloatsAreMapped) {
  const Dataset doubles = read(array("<f8", one_to_six<double>()));
  EXPECT_EQ(doubles.x.storage_name(), "mapped double");
  EXPECT_EQ(dense(doubles), rows_123_456);
  const Dataset floats = read(array("<f4", one_to_six<float>()));
  EXPECT_EQ(floats.x.storage_name(), "mapped float");
  EXPECT_EQ(dense(floats), rows_123_456);
}

TEST_F(Npy, AMappingOutlivesTheNameOfItsFile) {
  const Dataset data = read(array("<f8", one_to_six<double>()));
  std::filesystem::remove(folder.path("data.npy"));
  Dataset copy;
  copy = data;
  EXPECT_EQ(dense(copy), rows_123_456);
}

TEST_F(Npy, IntegersAndBooleansBecomeDoubles) {
  EXPECT_EQ(dense(read(array("|i1", one_to_six<std::int8_t>()))), rows_123_456);
  EXPECT_EQ(dense(read(array("<i2", one_to_six<std::int16_t>()))), rows_123_456);
  EXPECT_EQ(dense(read(array("<i4", one_to_six<std::int32_t>()))), rows_123_456);
  EXPECT_EQ(dense(read(array("<i8", one_to_six<std::int64_t>()))), rows_123_456);
  EXPECT_EQ(dense(read(array("|u1", one_to_six<std::uint8_t>()))), rows_123_456);
  EXPECT_EQ(dense(read(array("<u2", one_to_six<std::uint16_t>()))), rows_123_456);
  EXPECT_EQ(dense(read(array("<u4", one_to_six<std::uint32_t>()))), rows_123_456);
  EXPECT_EQ(dense(read(array("<u8", one_to_six<std::uint64_t>()))), rows_123_456);
  EXPECT_EQ(dense(read(array("|b1", std::vector<std::uint8_t>{1, 0}))),
            (Matrix(1, 2) << 1, 0).finished());
}

TEST_F(Npy, HalfFloatsStayWhereTheyAre) {
  const Dataset data = read(array("<f2", std::vector<std::uint16_t>{0x3c00, 0xc100}));
  EXPECT_EQ(data.x.storage_name(), "mapped half");
  EXPECT_EQ(dense(data), (Matrix(1, 2) << 1, -2.5).finished());
  EXPECT_EQ(dense(read(array(">f2", std::vector<std::uint16_t>{0x003c, 0x00c1}))), dense(data));
  EXPECT_THAT(error_message([&] {
                read(array("<f2", std::vector<std::uint16_t>{0x3c00, 0xfc00}));
              }),
              HasSubstr("row 1, column 0: -inf is not finite"));
}

TEST_F(Npy, TheOtherByteOrderIsSwapped) {
  EXPECT_EQ(dense(read(array(">u2", std::vector<std::uint16_t>{0x0100, 0x0001}))),
            (Matrix(1, 2) << 1, 256).finished());
}

TEST_F(Npy, FortranOrderIsTransposed) {
  const std::vector<double> columns = {1, 4, 2, 5, 3, 6};
  EXPECT_EQ(dense(read(npy(header("<f8", "(2, 3)", true), bytes(columns)))), rows_123_456);
}

TEST_F(Npy, LaterVersionsAndUnalignedNumbersAreRead) {
  const std::string dictionary = header("<f8", "(2, 3)"), numbers = bytes(one_to_six<double>());
  EXPECT_EQ(dense(read(npy(dictionary, numbers, 2))), rows_123_456);
  EXPECT_EQ(dense(read(npy(dictionary, numbers, 3))), rows_123_456);
  const Dataset unaligned = read(npy(dictionary, numbers, 1, 13));
  EXPECT_EQ(dense(unaligned), rows_123_456);
  EXPECT_EQ(unaligned.x.storage_name(), "double");
}

TEST_F(Npy, ALabelColumnIsTakenOutAndNamedByItsNumbers) {
  const std::vector<float> numbers = {7, 1, 2, 1.5, 3, 4};
  const Dataset data = read(array("<f4", numbers), {.label = "0"});
  EXPECT_THAT(data.labels.names(), ElementsAre("1.5", "7"));
  EXPECT_EQ(data.x.storage_name(), "float");
  EXPECT_EQ(dense(data), (Matrix(2, 2) << 1, 3, 2, 4).finished());
}

TEST_F(Npy, AnIdColumnNamesTheSamples) {
  EXPECT_THAT(read(array("<i8", one_to_six<std::int64_t>()), {.id = "-1"}).ids,
              ElementsAre("3", "6"));
  EXPECT_EQ(error_of(array("<i2", std::vector<std::int16_t>{3, 1, 3, 2}), {.id = "0"}),
            "data.npy: the id '3' of row 1 is that of row 0");
}

TEST_F(Npy, OneDimensionalArraysAreLabels) {
  const auto labels = folder.write(
      "y.npy", npy(header("<i8", "(2,)"), bytes(std::vector<std::int64_t>{1L << 60, -5})));
  const Dataset data = read(array("<f8", one_to_six<double>()), {.labels_file = labels});
  EXPECT_THAT(data.labels.names(), ElementsAre("-5", "1152921504606846976"));
  EXPECT_EQ(error_of(array("<f8", one_to_six<double>()),
                     {.labels_file = folder.write("z.npy", array("<f8", one_to_six<double>()))}),
            "z.npy: a 2-D array; labels are 1-D");
}

TEST_F(Npy, NumbersThatAreNotFiniteAreNamed) {
  auto numbers = one_to_six<double>();
  numbers[4] = NAN;
  EXPECT_EQ(
      error_of(array("<f8", numbers)),
      "data.npy: row 1, column 1: missing value (use option impute=median or option impute=mean)");
  EXPECT_TRUE(std::isnan(read(array("<f8", numbers), {.keep_missing = true}).x.column(1)[1]));
  numbers[5] = -INFINITY;
  EXPECT_EQ(error_of(array("<f8", numbers), {.label = "0", .keep_missing = true}),
            "data.npy: row 1, column 2: -inf is not finite");
}

TEST_F(Npy, EveryTruncationIsRefused) {
  const std::string whole = array("<f8", one_to_six<double>());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(error_of(whole.substr(0, size), {.format = "npy"}), "no error") << size;
  }
  EXPECT_EQ(error_of(whole.substr(0, whole.size() - 1)),
            "data.npy: is truncated: 47 bytes of numbers, expected 48");
}

TEST_F(Npy, SaysWhyItRefuses) {
  const std::string numbers = bytes(one_to_six<double>());
  const std::pair<std::string, std::string> refusals[] = {
      {header("<f8", "(6,)"), "data.npy: a 1-D array; samples are 2-D"},
      {header("<f8", "()"), "data.npy: a 0-D array; samples are 2-D"},
      {header("<f8", "(0, 3)"), "data.npy: holds no samples"},
      {header("<f8", "(3, 0)"), "data.npy: has no feature columns"},
      {header("<f8", "(4294967296, 4294967296)"),
       "data.npy: the shape (4294967296 x 4294967296) is too large"},
      {header("<f8", "(1000000000, 100000)"),
       "data.npy: is truncated: 48 bytes of numbers, expected 800000000000000"},
      {header("<c16", "(1, 3)"), "data.npy: holds '<c16', not real numbers, integers or booleans"},
      {header("|O", "(2, 3)"), "data.npy: holds '|O', not real numbers, integers or booleans"},
      {header("", "(2, 3)"), "data.npy: holds '', not real numbers, integers or booleans"},
      {"{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (2,), }",
       "data.npy: structured NumPy arrays are not supported"},
      {"{'descr': '<f8', 'shape': (2, 3)}",
       "data.npy: the NumPy header lacks descr, fortran_order or shape"},
  };
  for (const auto& [dictionary, message] : refusals) {
    EXPECT_EQ(error_of(npy(dictionary, numbers)), message) << dictionary;
  }
}

TEST_F(Npy, MalformedHeadersAreRefused) {
  for (const std::string_view dictionary :
       {"", "{", "[]", "{'descr'", "{'descr': '<f8", "{'shape': (2, -3)}", "{'shape': (2, 3}",
        "{'shape': (99999999999999999999,)}", "{'fortran_order': Maybe}", "{'x': 1}",
        "{'descr': '<f8' 'shape': (2,)}"}) {
    EXPECT_THAT(error_of(npy(std::string(dictionary), "")),
                HasSubstr("the NumPy header is malformed"))
        << dictionary;
  }
}

TEST_F(Npy, UnknownVersionsAreRefused) {
  EXPECT_EQ(error_of(npy(header("<f8", "(1, 1)"), "12345678", 4)),
            "data.npy: NumPy format version 4.0 is not known");
}

TEST_F(Npy, PipesAreRefusedWithoutWaitingForASecondWriter) {
  const std::string samples = array("<f8", one_to_six<double>());
  const std::string labels = npy(header("<i8", "(2,)"), bytes(std::vector<std::int64_t>{1, 2}));
  const auto pipe = folder.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto message = [&](const std::string& content, const auto& read_pipe) {
    const std::jthread writer([&] { std::ofstream(pipe, std::ios::binary) << content; });
    return folder.without_root(error_message(read_pipe));
  };
  const std::string refusal = "pipe: NumPy files are mapped and must be regular files";
  EXPECT_EQ(message(samples, [&] { read_dataset(pipe); }), refusal);
  EXPECT_EQ(message(samples, [&] { read_dataset(pipe, {.format = "npy"}); }), refusal);
  EXPECT_EQ(message(labels, [&] { read(samples, {.labels_file = pipe}); }), refusal);
  EXPECT_EQ(message("1,2\n", [&] { read_dataset(pipe); }), "no error");
}

TEST_F(Npy, FlagsOfOtherFormatsAreRefused) {
  const std::string samples = array("<f8", one_to_six<double>());
  EXPECT_EQ(error_of(samples, {.header = "no"}), "option header is for CSV, data.npy is NumPy");
  EXPECT_EQ(error_of(samples, {.zero_based = true}),
            "option zero_based is for svmlight, data.npy is NumPy");
}

TEST_F(Npy, HasNoColumnNames) {
  EXPECT_EQ(error_of(array("<f8", one_to_six<double>()), {.label = "species"}),
            "data.npy: there is no column 'species': its 3 columns have no names");
}

}  // namespace
}  // namespace mahala::test::npy_test
