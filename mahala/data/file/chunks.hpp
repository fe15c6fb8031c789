/// @file
/// A growing list of numbers whose length is not known in advance.
#pragma once

#include <algorithm>
#include <list>
#include <span>
#include <type_traits>

#include "mahala/core/linalg/pages.hpp"

namespace mahala::reading {

/// A growing sequence kept in pieces of up to 4 MiB. Growing never copies what is there, and
/// move_to frees each piece once it is copied: at no time is the sequence held twice.
template <class T>
class Chunks {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  std::size_t size() const { return size_; }

  /// Room for `count` more numbers side by side, for the caller to fill.
  T* grow(std::size_t count) {
    if (chunks_.empty() || chunks_.back().size + count > chunks_.back().capacity) {
      chunks_.emplace_back(std::max(count, std::clamp(size_, smallest, largest)));
    }
    Chunk& last = chunks_.back();
    T* room = last.numbers + last.size;
    last.size += count;
    size_ += count;
    return room;
  }

  void append(std::span<const T> numbers) {
    std::copy(numbers.begin(), numbers.end(), grow(numbers.size()));
  }

  /// Copies everything to `out` and leaves nothing.
  template <class U>
  void move_to(U* out) {
    for (; !chunks_.empty(); chunks_.pop_front()) {
      const Chunk& first = chunks_.front();
      out = std::copy(first.numbers, first.numbers + first.size, out);
    }
    size_ = 0;
  }

 private:
  static constexpr std::size_t smallest = 1024, largest = (std::size_t{4} << 20) / sizeof(T);

  struct Chunk {
    explicit Chunk(std::size_t room)
        : memory(std::max<std::size_t>(1, room) * sizeof(T)),
          numbers(static_cast<T*>(memory.data())),
          capacity(room) {}

    Pages memory;
    T* numbers;
    std::size_t size = 0, capacity;
  };

  std::list<Chunk> chunks_;
  std::size_t size_ = 0;
};

}  // namespace mahala::reading
