#include "mahala/core/file/temporary_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

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
