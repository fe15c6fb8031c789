#include "mahala/core/file/output_file.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "mahala/core/error.hpp"
#include "mahala/core/file/unfinished_files.hpp"
#include "tests/support/temporary.hpp"

namespace mahala::test::output_file_test {
namespace {

std::string content(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::size_t entries(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator all(folder);
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

}  // namespace

TEST(OutputFile, AppearsOnlyWhenCommitted) {
  const TemporaryDirectory folder;
  const auto path = folder.path("out");
  {
    OutputFile file(path);
    file.write("hello");
    EXPECT_FALSE(std::filesystem::exists(path));
    file.commit();
  }
  EXPECT_EQ(content(path), "hello");
  EXPECT_EQ(entries(path.parent_path()), 1u);
}

TEST(OutputFile, GoesBackInAFileButNotInAPipe) {
  const TemporaryDirectory folder;
  OutputFile file(folder.path("out"));
  file.write("hello");
  file.overwrite(1, "a");
  file.write("!");
  file.commit();
  EXPECT_EQ(content(folder.path("out")), "hallo!");
  OutputFile nowhere("/dev/full");
  nowhere.write("");
  EXPECT_THROW(nowhere.overwrite(0, "a"), Error);
}

TEST(OutputFile, LeavesTheOldContentAndNoLitterWhenAbandoned) {
  const TemporaryDirectory folder;
  const auto path = folder.path("out");
  folder.write("out", "old");
  {
    OutputFile file(path);
    file.write(std::string(1 << 20, 'x'));
  }
  EXPECT_EQ(content(path), "old");
  EXPECT_EQ(entries(path.parent_path()), 1u);
}

TEST(OutputFile, IsNotedAsUnfinishedUntilItIsCommitted) {
  const TemporaryDirectory folder;
  OutputFile finished(folder.path("finished"));
  finished.commit();
  const OutputFile unfinished(folder.path("unfinished"));
  ASSERT_EQ(entries(folder.path(".")), 2u);
  remove_unfinished();
  EXPECT_EQ(entries(folder.path(".")), 1u);
  EXPECT_TRUE(std::filesystem::exists(folder.path("finished")));
}

TEST(OutputFile, KnowsTheNamesOfStandardOutput) {
  for (const auto* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/dev/../dev/stdout"}) {
    EXPECT_TRUE(is_standard_output(name)) << name;
  }
  for (const auto* name : {"/dev/stderr", "/dev/fd/11", "/dev/fd/", "/dev/null", "stdout"}) {
    EXPECT_FALSE(is_standard_output(name)) << name;
  }
}

TEST(OutputFile, WritesTheFileBehindALink) {
  const TemporaryDirectory folder;
  folder.write("real", "old");
  std::filesystem::create_symlink("real", folder.path("link"));
  OutputFile file(folder.path("link"));
  file.write("new");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link")));
  EXPECT_EQ(content(folder.path("real")), "new");
}

TEST(OutputFile, KeepsTheModeOfTheFileItReplaces) {
  const TemporaryDirectory folder;
  folder.write("out", "old");
  const auto mode = std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
  std::filesystem::permissions(folder.path("out"), mode);
  OutputFile file(folder.path("out"));
  file.commit();
  EXPECT_EQ(std::filesystem::status(folder.path("out")).permissions(), mode);
}

TEST(OutputFile, WritesADeviceWhereItIs) {
  OutputFile file("/dev/null");
  file.write("gone");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(OutputFile, NamesAFolderThatIsNotThere) {
  try {
    OutputFile file("/no/such/folder/out");
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "/no/such/folder/out: cannot be written: No such file or directory");
  }
}

TEST(OutputFile, RemovesWhatTheKilledLeftAndNothingElse) {
  const TemporaryDirectory folder;
  for (const auto* name : {"out.part-mahala-abcdef", "out.part-mahala-abcde", "out.part-000001",
                           "other.part-mahala-abcdef", "out"}) {
    folder.write(name, "x");
  }
  {
    const OutputFile writing(folder.path("out"));
    OutputFile file(folder.path("out"));
    EXPECT_EQ(entries(folder.path("out").parent_path()), 6u);  // four others and two temporary
    file.commit();
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path("out.part-mahala-abcdef")));
  EXPECT_EQ(entries(folder.path("out").parent_path()), 4u);
}

}  // namespace mahala::test::output_file_test
