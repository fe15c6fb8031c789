#include "mahala/core/file/temporary_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "mahala/core/error.hpp"
#include "mahala/core/file/large_list.hpp"
#include "mahala/core/memory.hpp"

namespace mahala::test::temporary_file_test {
namespace {

TEST(TemporaryFile, GivesBackWhatWasAppended) {
  TemporaryFile file;
  file.append("abc");
  file.append("defg");
  std::string some(4, '\0');
  file.read(2, some);
  EXPECT_EQ(some, "cdef");
}

TEST(TemporaryFile, CanBeOpenedAsOftenAsOneLikes) {
  TemporaryFile file;
  file.append("content");
  for (int k = 0; k < 2; ++k) {
    std::ifstream stream(file.path());
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), "content");
  }
}

TEST(TemporaryFile, HoldsMemoryThatIsZeroAtFirst) {
  TemporaryFile file;
  auto* numbers = static_cast<double*>(file.map(3 * sizeof(double)));
  EXPECT_EQ(numbers[0] + numbers[1] + numbers[2], 0);
  numbers[1] = 2.5;
  double read = 0;
  file.read(sizeof(double), {reinterpret_cast<char*>(&read), sizeof read});
  EXPECT_EQ(read, 2.5);
}

TEST(TemporaryFile, RefusesMemoryBeyondTheDisk) {
  TemporaryFile file;
  EXPECT_THROW(file.map(std::size_t{1} << 61), Error);
}

TEST(LargeList, IsTheSameInAFileAndInMemory) {
  constexpr std::size_t size = 9'000'000;  // of which doubles take more than a 64th of the limit
  LargeList<double> before(size, 1.5);
  limit_memory(parse_bytes("4G"));
  LargeList<double> filed = before;
  filed.push_back(2.5);
  limit_memory(0);  // each list goes back to where it came from
  EXPECT_EQ(LargeList<double>(filed.begin(), filed.end() - 1), before);
  EXPECT_EQ(filed.back(), 2.5);
  before = std::move(filed);
  EXPECT_EQ(before.size(), size + 1);
}

TEST(Memory, IsWrittenAsPeopleWriteIt) {
  EXPECT_EQ(parse_bytes("4096"), 4096u);
  EXPECT_EQ(parse_bytes("2G"), std::size_t{2} << 30);
  EXPECT_EQ(parse_bytes("1.5 GB"), std::size_t{3} << 29);
  EXPECT_EQ(parse_bytes("500k"), 500u * 1024);
  EXPECT_EQ(parse_bytes("2g"), std::size_t{2} << 30);
  EXPECT_EQ(parse_bytes("1TiB"), std::size_t{1} << 40);
  for (const char* text : {"", "0", "-1G", "2X", "G", "nan", "inf", "1e300G", "2 Gx", "1GBB"}) {
    EXPECT_THROW(parse_bytes(text), Error) << text;
  }
  EXPECT_EQ(bytes_text(1023), "1023 bytes");
  EXPECT_EQ(bytes_text(1536 * 1024), "1.5 MB");
  EXPECT_EQ(bytes_text(0x1p35), "32 GB");
}

TEST(TemporaryFile, IsNotFoundInItsDirectory) {
  const TemporaryFile file;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::temp_directory_path())) {
    std::error_code ignored;
    EXPECT_FALSE(std::filesystem::equivalent(entry.path(), file.path(), ignored));
  }
}

}  // namespace
}  // namespace mahala::test::temporary_file_test
