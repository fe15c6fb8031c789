/// @file
/// Writing text files, compressed if the name ends in .gz.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "mahala/core/file/output_file.hpp"

namespace mahala::writing {

/// The file appears whole when `commit` is called, or not at all. Compressed files carry
/// no time or name, so equal content gives equal bytes.
class TextFile {
 public:
  explicit TextFile(const std::filesystem::path& path);
  ~TextFile();

  TextFile& operator<<(std::string_view text);
  TextFile& operator<<(char c) { return *this << std::string_view(&c, 1); }
  /// The shortest digits that read back as the same number.
  TextFile& operator<<(double number);
  TextFile& operator<<(long number);

  void commit();

 private:
  struct Deflate;

  void flush(bool last);

  OutputFile file_;
  std::unique_ptr<Deflate> deflate_;  ///< null for plain text
  std::string buffer_;
};

/// The ending of the name in lower case, ".csv", or "".
std::string ending_of(const std::filesystem::path& path);

/// The text as one CSV cell: in quotes if it would read back as something else without.
std::string quoted_cell(std::string_view text);

}  // namespace mahala::writing
