/// @file
/// Work so small that threads would wait for each other longer than they work.
#pragma once

namespace mahala {

/// While it lives, and `wanted`, calls of this thread in core/parallel.hpp use no other thread.
class OneThread {
 public:
  explicit OneThread(bool wanted = true);
  ~OneThread();
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  bool before_;
};

}  // namespace mahala
