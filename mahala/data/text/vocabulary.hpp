/// @file
/// Words and their numbers 0 .. size-1.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

class Vocabulary {
 public:
  Vocabulary() = default;
  explicit Vocabulary(const std::vector<std::string>& words) {
    for (const std::string& word : words) add(word);
  }
  Vocabulary(const Vocabulary&) = delete;  // the numbers are found through views of the words
  Vocabulary& operator=(const Vocabulary&) = delete;

  Index size() const { return std::ssize(words_); }
  const std::string& operator[](Index number) const {
    return words_[static_cast<std::size_t>(number)];
  }

  /// The number of the word, or -1.
  Index find(std::string_view word) const {
    const auto found = numbers_.find(word);
    return found == numbers_.end() ? -1 : found->second;
  }

  /// The number of the word, which is the next one if it is new.
  Index add(std::string_view word) {
    const Index known = find(word);
    if (known >= 0) return known;
    numbers_.emplace(words_.emplace_back(word), size());
    return size() - 1;
  }

 private:
  std::deque<std::string> words_;  ///< never moves them
  std::unordered_map<std::string_view, Index> numbers_;
};

}  // namespace mahala
