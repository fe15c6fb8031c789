/// @file
/// Names from files need not be UTF-8; model files and JSON must be. Nor need they be harmless to
/// a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace mahala {

/// `text` as UTF-8: bytes that are none become U+FFFD.
std::string utf8(const std::string& text);

/// One code point at the front of a text; `length` 0 where the bytes are no UTF-8.
struct CodePoint {
  std::uint32_t value = 0;
  std::size_t length = 0;
};

/// Of a text that is not empty.
CodePoint first_code_point(std::string_view text);

bool is_control(std::uint32_t code_point);

/// The text as one line that a terminal shows and does not obey: control characters, and those
/// that turn the direction of writing, as \n, \t, \x1b or \u202e, bytes that are no UTF-8 as \xff.
std::string printable(std::string_view text);

/// The same for text of several lines, whose ends stay.
std::string printable_lines(std::string_view text);

/// The name of a file without its directory, in UTF-8: what models and pictures call it.
std::string plain_name(const std::filesystem::path& path);

}  // namespace mahala
