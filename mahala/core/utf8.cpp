#include "mahala/core/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace mahala {
namespace {

/// Line and paragraph separators, and what makes the text after it run the other way.
bool misleads(std::uint32_t c) {
  return (c >= 0x2028 && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

std::string escape(std::string_view bytes, std::uint32_t value) {
  if (value == '\n') return "\\n";
  if (value == '\t') return "\\t";
  if (value >= 0x80) return fmt::format("\\u{:04x}", value);
  return fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[0]));
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t length = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < length) return {};
  std::uint32_t value = byte(0) & (0xFFU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xC0U) != 0x80U) return {};
    value = (value << 6U) | (byte(k) & 0x3FU);
  }
  constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  const bool noncharacter = value == 0xFFFE || value == 0xFFFF;  // XML refuses these
  if (value < least[length] || value > 0x10FFFF || surrogate || noncharacter) return {};
  return {value, length};
}

bool is_control(std::uint32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

std::string printable(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const CodePoint c = first_code_point(text);
    const std::size_t length = std::max<std::size_t>(1, c.length);
    const bool plain = c.length > 0 && !is_control(c.value) && !misleads(c.value);
    line += plain ? std::string(text.substr(0, length)) : escape(text, c.value);
    text.remove_prefix(length);
  }
  return line;
}

std::string printable_lines(std::string_view text) {
  std::string lines;
  for (auto end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    lines += printable(text.substr(0, end)) + '\n';
    text.remove_prefix(end + 1);
  }
  return lines + printable(text);
}

std::string utf8(const std::string& text) {
  using nlohmann::json;
  return json::parse(json(text).dump(-1, ' ', false, json::error_handler_t::replace));
}

std::string plain_name(const std::filesystem::path& path) { return utf8(path.filename().string()); }

}  // namespace mahala
