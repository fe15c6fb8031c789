/// @file
/// The text of a plain or gzip-compressed file, line by line.
#pragma once

#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/core/types.hpp"
#include "mahala/data/file/unpacked_file.hpp"

namespace mahala::reading {

/// How a pipe is waited for.
struct Waiting {
  std::function<bool()> stop = {};  ///< asked while nothing comes; true is a Cut
  bool first_line_will_do = false;  ///< to begin with, instead of 64 KiB
};

/// A view of a growing line buffer: lines are given where they lie, never copied.
/// A UTF-8 byte order mark at the start is skipped.
class Source {
 public:
  /// Error if it cannot be opened. A plain file is its own bound; what comes out of gzip or a
  /// pipe is an Error beyond `max_bytes`, 0 meaning no bound.
  explicit Source(const std::filesystem::path& path, Index max_bytes = 0,
                  const Waiting& waiting = {});

  const std::string& name() const { return name_; }     ///< for messages
  std::filesystem::path path() const { return name_; }  ///< to open it again
  bool compressed() const { return file_->packed(); }
  bool regular() const { return regular_; }  ///< a file that can be opened again, not a pipe
  std::size_t file_size() const { return file_size_; }  ///< on the disk; 0 for a pipe

  /// What is buffered and not yet given out; before the first line up to a megabyte, of a pipe up
  /// to 64 KiB, or what came with its first line.
  std::string_view peek() const { return {buffer_.data() + begin_, end_ - begin_}; }

  /// The next line without its newline, valid until the next call; false at the end.
  /// Error if the line holds a NUL byte, lines end in CR only or the compressed stream is damaged.
  bool line(std::string_view& text);

  /// Longer lines are an Error from now on, found without holding all of them.
  void limit_lines(std::size_t longest) { longest_line_ = longest; }

  /// Everything not yet given out, of a binary file.
  std::string rest();

  Index line_number() const { return line_; }  ///< of the line last given, from 1

 private:
  void begin_pipe(bool first_line_will_do);
  void fill(std::size_t most);  ///< reads no more than that
  void check_bound() const;
  void check_length(std::size_t size) const;
  void check_nul(std::string_view text, Index line) const;
  void check_text(std::string_view text, bool whole_file) const;

  std::string name_;
  std::unique_ptr<UnpackedFile> file_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;  ///< the unread part of the buffer
  bool ended_ = false, regular_ = false;
  Index line_ = 0;
  Index max_bytes_ = 0, bytes_ = 0;  ///< `bytes_` have been read so far
  std::size_t longest_line_ = std::numeric_limits<std::size_t>::max(), file_size_ = 0;
};

/// The text without a carriage return at its end.
std::string_view without_return(std::string_view line);

}  // namespace mahala::reading
