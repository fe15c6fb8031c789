/// @file
/// Memory that goes back to the system the moment it is freed, which malloc does not promise: the
/// more has been freed before, the more it keeps.
#pragma once

#include <cstddef>
#include <utility>

namespace mahala {

/// Zeros at first; whole pages, so not for small things.
class Pages {
 public:
  explicit Pages(std::size_t bytes);  ///< std::bad_alloc if there are none
  Pages(Pages&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)), bytes_(other.bytes_) {}
  Pages& operator=(Pages&&) = delete;
  ~Pages();

  void* data() const { return memory_; }

 private:
  void* memory_;
  std::size_t bytes_;
};

}  // namespace mahala
