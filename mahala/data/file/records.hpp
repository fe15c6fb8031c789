/// @file
/// The records of a delimited text file (RFC 4180), one tokenizer for all of them.
///
/// A cell may stand in double quotes, where separators and newlines are text and two
/// quotes mean one. Spaces around a cell are not part of it unless quoted.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/file/source.hpp"

namespace mahala::reading {

class Records {
 public:
  Records(Source& source, char separator) : source_(source), separator_(separator) {}

  /// Moves to the next record, passing over lines of nothing but spaces; false at the end. Error
  /// naming the line where a quote opens that never closes.
  bool next();

  /// The cells of the record, valid until the next call. Lines without quotes are
  /// not copied: their cells point into the source's buffer.
  std::span<const std::string_view> cells() const { return cells_; }

  Index line() const { return line_; }  ///< where the record begins

 private:
  bool read_line(std::string_view& text);
  void split(std::string_view text);
  void split_quoted(std::string_view text);
  std::size_t copy_quoted(std::string_view& text, std::size_t at);

  Source& source_;
  char separator_;
  Index line_ = 0;
  bool returned_ = false;  ///< the last line ended in "\r\n"
  std::vector<std::string_view> cells_;
  std::string unquoted_;           ///< the text of a record with quotes
  std::vector<std::size_t> ends_;  ///< where its cells end in `unquoted_`
};

/// The one of `candidates` that occurs most outside quotes in the first line of `text` that
/// is not blank; the first of them if none does.
char sniff_separator(std::string_view text, std::string_view candidates);

}  // namespace mahala::reading
