/// @file
/// Words of UTF-8 text.
///
/// A word is a longest run of letters and ASCII digits (or of letters alone), in lower case. Marks
/// that combine with a letter belong to it: an accent written apart, the virama and nukta of Indic
/// scripts, the joiners. Everything else separates words, and so does a byte that is not UTF-8.
/// Letters and their lower case are those of Unicode, whatever the locale of the program.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "mahala/core/types.hpp"

namespace mahala {

/// Which runs are words; lengths count characters, not bytes.
struct WordShape {
  bool digits = true;  ///< digits are part of words
  Index shortest = 1;
  Index longest = 1 << 16;
};

/// Calls visit(word) for each word of `text`, in order; the view is valid during the call.
void for_each_word(std::string_view text, const WordShape& shape,
                   const std::function<void(std::string_view)>& visit);

}  // namespace mahala
