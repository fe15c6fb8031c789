/// @file
/// Documents counted as they are read; their texts are not kept.
///
/// Cost: one look-up for each word of a document. Every spelling is stemmed and looked for among
/// the stop words when it first occurs, so memory grows with the spellings and the counts.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "mahala/data/file/sparse_rows.hpp"
#include "mahala/data/samples/samples.hpp"
#include "mahala/data/text/stemmer.hpp"
#include "mahala/data/text/text_form.hpp"
#include "mahala/data/text/tokenizer.hpp"
#include "mahala/data/text/vocabulary.hpp"

namespace mahala {

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
