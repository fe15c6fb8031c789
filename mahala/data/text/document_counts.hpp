/// @file
/// Documents counted as they are read; their texts are not kept.
///
/// Cost: one look-up for each word of a document. Every spelling is stemmed and looked for among
/// the stop words when it first occurs, so memory grows with the spellings and the counts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "mahala/core/types.hpp"
#include "mahala/data/file/sparse_rows.hpp"
#include "mahala/data/samples/samples.hpp"
#include "mahala/data/text/stemmer.hpp"
#include "mahala/data/text/text_form.hpp"
#include "mahala/data/text/tokenizer.hpp"

namespace mahala {

/// Words and their numbers 0 .. size-1.
///
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

class DocumentCounts {
 public:
  /// Counts all words there are.
  explicit DocumentCounts(const TextForm& form);
  /// Counts the words of the space and passes over others.
  explicit DocumentCounts(const TextSpace& space);

  void add(std::string_view document);

  Index word_count() const { return known_ ? known_->size() : found_.size(); }
  std::size_t bytes() const { return rows_.bytes(); }  ///< of the counts not yet taken

  struct Result {
    Samples counts = {};  ///< sparse: words x documents
    std::vector<std::string> words = {};
  };
  /// The documents added since the last call, and all words so far: in the space's order, or
  /// alphabetical.
  Result take();

 private:
  Index number_of(std::string_view spelling);
  void sort_words(Result& result) const;

  WordShape shape_;
  Stemmer stemmer_;
  std::unordered_set<std::string> stop_words_;
  std::optional<Vocabulary> known_;  ///< the words of a space
  Vocabulary found_;                 ///< otherwise those that occurred
  Vocabulary spellings_;
  std::vector<Index> number_;  ///< of the word each spelling stands for, -1 for none
  std::vector<Index> document_;
  reading::SparseRows rows_;
};

}  // namespace mahala
