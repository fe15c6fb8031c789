#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "mahala/core/file/mapped_files.hpp"
#include "mahala/core/parallel.hpp"
#include "mahala/core/utf8.hpp"
#include "mahala/core/watch.hpp"

namespace mahala::test::edges_test {
namespace {

using namespace std::string_literals;

TEST(Printable, EscapesWhatATerminalObeysAndNothingElse) {
  EXPECT_EQ(printable("plain, é, 日本, 😀 {}%\\"), "plain, é, 日本, 😀 {}%\\");
  EXPECT_EQ(printable("a\x1b[31mb\x07\x7f"), "a\\x1b[31mb\\x07\\x7f");
  EXPECT_EQ(printable("a\nb\tc\rd"), "a\\nb\\tc\\x0dd");
  EXPECT_EQ(printable("\0x"s), "\\x00x");
  EXPECT_EQ(printable("\xc2\x9b"
                      "31m"),
            "\\u009b31m");  // CSI of eight bits, in UTF-8
  EXPECT_EQ(printable("\x9b"
                      "31m"),
            "\\x9b31m");  // and as a byte
  EXPECT_EQ(printable("a\xe2\x80\xae"
                      "b"),
            "a\\u202eb");
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // half of a surrogate pair
}

TEST(Printable, IsHarmlessForAnyBytesAndTwice) {
  std::string all;
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; b += 5) all += {static_cast<char>(a), static_cast<char>(b)};
  }
  const std::string once = printable(all);
  for (std::string_view rest = once; !rest.empty();) {
    const CodePoint c = first_code_point(rest);
    ASSERT_GT(c.length, 0u);
    ASSERT_FALSE(is_control(c.value));
    rest.remove_prefix(c.length);
  }
  EXPECT_EQ(printable(once), once);
  EXPECT_EQ(printable_lines("a\x1b\n\nb\n"), "a\\x1b\n\nb\n");
}

TEST(Watch, StopsLoopsInTheMiddleForAnyNumberOfThreads) {
  const int before = threads();
  for (const int count : {1, 2, 4}) {
    set_threads(count);
    std::atomic<int> begun = 0;
    const Watch watch([&] { return begun > 10; });
    const auto loop = [&] {
      parallel_for(1000, [&](Index) {
        ++begun;
        std::this_thread::sleep_for(std::chrono::milliseconds(15));
      });
    };
    EXPECT_THROW(loop(), Interrupted);
    EXPECT_LT(begun, 100);
    begun = 0;
    parallel_for(20, [&](Index) { ++begun; });  // what is left to do is left alone
    EXPECT_EQ(begun, 20);
  }
  set_threads(before);
}

TEST(Watch, ReachesLoopsInsideLoops) {
  std::atomic<bool> stop = false;
  const Watch watch([&] { return stop.load(); });
  EXPECT_TRUE(uninterrupted([] { check_watch(); }));
  stop = true;
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_FALSE(uninterrupted([] {
    parallel_for(2, [](Index) {
      for (int k = 0; k < 100; ++k) {
        parallel_for(2, [](Index) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); });
      }
    });
  }));
}

TEST(Watch, IsThatOfItsThreadAndItsLife) {
  EXPECT_EQ(current_watch(), nullptr);
  {
    const Watch outer([] { return false; });
    EXPECT_EQ(current_watch(), &outer);
    {
      const Watch inner([] { return false; });
      EXPECT_EQ(current_watch(), &inner);
    }
    EXPECT_EQ(current_watch(), &outer);
    std::thread([] { EXPECT_EQ(current_watch(), nullptr); }).join();
  }
  EXPECT_EQ(current_watch(), nullptr);
}

TEST(MappedFiles, AreFoundByTheirAddresses) {
  const std::vector<char> memory(100);
  note_mapped(memory.data(), 60, "a\x1b");
  note_mapped(memory.data() + 60, 40, std::string(3000, 'b') + "end");
  EXPECT_EQ(mapped_at(memory.data()), "a\\x1b");
  EXPECT_EQ(mapped_at(memory.data() + 59), "a\\x1b");
  EXPECT_TRUE(mapped_at(memory.data() + 60).ends_with("bend"));
  EXPECT_EQ(mapped_at(memory.data() + 100), "");
  forget_mapped(memory.data());
  EXPECT_EQ(mapped_at(memory.data()), "");
  forget_mapped(memory.data() + 60);
}

}  // namespace
}  // namespace mahala::test::edges_test
