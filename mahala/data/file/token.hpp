/// @file
/// Words separated by spaces.
#pragma once

#include <string_view>

namespace mahala::reading {

inline bool is_token_space(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/// Takes the next run of non-spaces off the front; empty at the end.
inline std::string_view take_token(std::string_view& text) {
  const char *begin = text.data(), *last = begin + text.size();
  while (begin != last && is_token_space(*begin)) ++begin;
  const char* end = begin;
  while (end != last && !is_token_space(*end)) ++end;
  text = {end, static_cast<std::size_t>(last - end)};
  return {begin, static_cast<std::size_t>(end - begin)};
}

/// Equal but for capitals, which `lower` has none of.
inline bool equal_in_any_case(std::string_view text, std::string_view lower) {
  if (text.size() != lower.size()) return false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c = text[k];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c) != lower[k]) return false;
  }
  return true;
}

}  // namespace mahala::reading
