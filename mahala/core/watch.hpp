/// @file
/// Long work that can be stopped in the middle of a step.
///
/// Monitors are asked between steps, and a step may take minutes. A watch is asked inside: by every
/// parallel loop before each of its parts (core/parallel.hpp), and by `check_watch` in other loops,
/// once a block.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>

namespace mahala {

/// Thrown out of work whose watch says stop. Methods that have something to show for what they did
/// catch it (uninterrupted); others let it pass.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// While it lives, work of this thread, and of the threads of its parallel loops, asks `stop` some
/// ten times a second, from any of these threads but one at a time. The first true throws
/// Interrupted; after that the work is left alone, so that what it has can be saved.
class Watch {
 public:
  explicit Watch(std::function<bool()> stop);
  ~Watch();
  Watch(const Watch&) = delete;
  Watch& operator=(const Watch&) = delete;

  void check();

 private:
  std::function<bool()> stop_;
  std::mutex asking_;
  std::atomic<std::int64_t> next_ = 0;  ///< when to ask again
  std::atomic<bool> fired_ = false;
  Watch* outer_;
};

/// The watch of this thread, or null.
Watch* current_watch();

/// Makes a watch that of this thread as long as it lives: for the threads of a loop.
class WatchedBy {
 public:
  explicit WatchedBy(Watch* watch);
  ~WatchedBy();
  WatchedBy(const WatchedBy&) = delete;
  WatchedBy& operator=(const WatchedBy&) = delete;

 private:
  Watch* before_;
};

/// Interrupted if the watch of this thread, should it have one, says stop.
inline void check_watch() {
  if (Watch* watch = current_watch()) watch->check();
}

/// Calls `work`; false if it was interrupted.
template <class Work>
bool uninterrupted(Work&& work) {
  try {
    work();
    return true;
  } catch (const Interrupted&) {
    return false;
  }
}

}  // namespace mahala
