#include "mahala/report/picture/text.hpp"

#include "mahala/core/utf8.hpp"

namespace mahala {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";  // U+FFFD

Index width(std::uint32_t c) {
  if ((c >= 0x300 && c <= 0x36F) || c == 0x200B || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F)) {
    return 0;
  }
  const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) ||
                    (c >= 0xAC00 && c <= 0xD7A3) || (c >= 0xF900 && c <= 0xFAFF) ||
                    (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
                    (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
  return wide ? 2 : 1;
}

std::string_view entity(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return "";
  }
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const CodePoint c = first_code_point(text);
    if (c.length > 0 && (c.value == '\t' || c.value == '\n' || c.value == '\r')) {
      line += ' ';
    } else if (c.length == 0 || is_control(c.value)) {
      line += replacement;
    } else {
      line += text.substr(0, c.length);
    }
    text.remove_prefix(c.length > 0 ? c.length : 1);
  }
  return line;
}

std::string escape_html(std::string_view text) {
  std::string escaped;
  for (const char c : one_line(text)) {
    const std::string_view written = entity(c);
    if (written.empty()) {
      escaped += c;
    } else {
      escaped += written;
    }
  }
  return escaped;
}

Index display_width(std::string_view line) {
  Index total = 0;
  while (!line.empty()) {
    const CodePoint c = first_code_point(line);
    total += c.length > 0 ? width(c.value) : 1;
    line.remove_prefix(c.length > 0 ? c.length : 1);
  }
  return total;
}

}  // namespace mahala
