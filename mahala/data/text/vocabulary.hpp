/// @file
/// Words and their numbers 0 .. size-1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

/// A hash table with open addressing: most look-ups touch one slot and one word. With the lists of
/// std::unordered_map reading text took more than twice as long.
class Vocabulary {
 public:
  Vocabulary() : slots_(16) {}
  explicit Vocabulary(const std::vector<std::string>& words);

  Index size() const { return std::ssize(words_); }
  const std::vector<std::string>& words() const { return words_; }

  /// The number of the word, or -1.
  Index find(std::string_view word) const { return slots_[place_of(word)].number; }

  /// The number of the word, which is the next one if it is new.
  Index add(std::string_view word);

 private:
  struct Slot {
    std::uint32_t hash = 0;    ///< upper half of the word's
    std::int32_t number = -1;  ///< -1 if the slot is free
  };

  std::size_t place_of(std::string_view word) const;
  void grow();

  std::vector<std::string> words_;
  std::vector<Slot> slots_;  ///< a power of two, at most half of them taken
};

}  // namespace mahala
