/// @file
/// How raw text becomes counts of words.
///
/// Text is cut into words (tokenizer.hpp), stop words are dropped, the others reduced to their
/// stems; a sample is a document, and its feature k is how often word k of the vocabulary occurs.
#pragma once

#include <string>
#include <vector>

#include "mahala/core/option.hpp"

namespace mahala {

struct TextOptions {
  std::string stemmer = "none";          ///< none, or one of stemmer_names()
  std::string stop_words = "english";    ///< none, english, or a file of words
  std::string words = "letters-digits";  ///< what words are made of: letters-digits or letters
  Index min_word = 2;                    ///< characters of the shortest word
  Index max_word = 40;                   ///< and of the longest: beyond are encoded attachments
};

Options describe(TextOptions& options);

/// All that reading text again in the same way takes.
struct TextForm {
  TextOptions options = {};
  std::vector<std::string> stop_words = {};  ///< the list the option stood for, sorted
  std::string field = {};  ///< key of the text in JSON lines; "" = every line is a document
};

/// The form of these options; Error if one is out of its range or names no file.
TextForm text_form(const TextOptions& options, const std::string& field);

/// Where documents become points: words no document had in training count for nothing.
struct TextSpace {
  TextForm form = {};
  std::vector<std::string> words = {};  ///< of the features, in alphabetical order
};

}  // namespace mahala
