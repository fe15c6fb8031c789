/// @file
/// Lists that may be larger than the memory this process may take (core/memory.hpp).
///
/// Where memory is limited, a list beyond a small share of it lies in a temporary file, which has
/// no name and is gone with the list: the system writes and reads its pages as there is room, and
/// mapped files do not count. There are several such lists at a time, hence a small share. Without
/// a limit they are in memory like any other.
#pragma once

#include <cstddef>
#include <limits>
#include <new>
#include <vector>

namespace mahala {

/// Error if it is to be in a file and there is no room for it.
void* allocate_large(std::size_t bytes);
void release_large(void* memory, std::size_t bytes) noexcept;

template <class T>
struct LargeAllocator {
  using value_type = T;

  LargeAllocator() = default;
  template <class Other>
  LargeAllocator(const LargeAllocator<Other>&) {}  // NOLINT: as allocators are converted

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_alloc();
    return static_cast<T*>(allocate_large(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    release_large(memory, count * sizeof(T));
  }

  friend bool operator==(const LargeAllocator&, const LargeAllocator&) { return true; }
};

template <class T>
using LargeList = std::vector<T, LargeAllocator<T>>;

}  // namespace mahala
