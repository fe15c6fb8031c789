/// @file
/// Memory requested from the system in whole pages.
#pragma once

#include <cstddef>
#include <utility>

namespace mahala {

/// Memory that goes back to the system the moment it is freed, which malloc does not promise: the
/// more has been freed before, the more it keeps. Zeros at first; not for small things.
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

constexpr std::size_t huge_page = std::size_t{1} << 21;

/// Asks for huge pages where whole ones fit, which the kernel may refuse. To be called before the
/// first touch, when pages are given out: the first touch of 4 KiB costs more than filling them.
void prefer_huge_pages(void* memory, std::size_t bytes);

}  // namespace mahala
