#include "mahala/core/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "mahala/core/error.hpp"
#include "mahala/core/one_thread.hpp"

namespace mahala::test::parallel_test {

TEST(Parallel, VisitsEveryPartOnceWithItsBounds) {
  std::vector<std::atomic<int>> seen(1003);
  parallel_parts(1003, 10, [&](Index begin, Index end) {
    EXPECT_LE(end - begin, 10);
    for (Index k = begin; k < end; ++k) ++seen[static_cast<std::size_t>(k)];
  });
  for (const auto& count : seen) EXPECT_EQ(count, 1);
}

TEST(Parallel, OneThreadIsTheCallersWhileItIsAskedFor) {
  const auto others = [] {
    std::atomic<int> count = 0;
    parallel_for(64, [&, caller = std::this_thread::get_id()](Index) {
      if (std::this_thread::get_id() != caller) ++count;
    });
    return count.load();
  };
  const OneThread alone;
  {
    const OneThread within(false);
    EXPECT_EQ(others(), 0);
  }
  EXPECT_EQ(others(), 0);
}

TEST(Parallel, DoesNothingForNothing) {
  parallel_parts(0, 10, [](Index, Index) { FAIL(); });
}

TEST(Parallel, ThrowsTheFirstErrorAgain) {
  try {
    parallel_for(50, [](Index k) { require(k % 20 != 7, "part {}", k); });
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "part 7");
  }
}

TEST(Parallel, NestedCallsStillDoAllTheWork) {
  std::atomic<int> total = 0;
  parallel_for(8, [&](Index) { parallel_for(8, [&](Index) { ++total; }); });
  EXPECT_EQ(total, 64);
}

}  // namespace mahala::test::parallel_test
