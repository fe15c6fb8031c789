/// @file
/// A small check that a page or picture is well-formed, for lack of an XML library.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace mahala::test {

/// "" if all elements close in the order they opened and no bare < & remains in the
/// text, else what is wrong.
inline std::string malformation(std::string_view text) {
  std::vector<std::string> open;
  while (!text.empty()) {
    const auto at = text.find('<');
    for (auto amp = text.find('&'); amp < std::min(at, text.size());
         amp = text.find('&', amp + 1)) {
      const auto end = text.find(';', amp);
      if (end == std::string_view::npos || end - amp > 7) return "bare &";
    }
    if (at == std::string_view::npos) break;
    const auto end = text.find('>', at);
    if (end == std::string_view::npos) return "unclosed tag";
    std::string_view tag = text.substr(at + 1, end - at - 1);
    text.remove_prefix(end + 1);
    if (tag.find('<') != std::string_view::npos) return "bare <";
    if (tag.starts_with('!') || tag.ends_with('/')) continue;
    if (!tag.starts_with('/')) {
      open.emplace_back(tag.substr(0, tag.find_first_of(" \n\t")));
    } else if (open.empty() || open.back() != tag.substr(1)) {
      return "</" + std::string(tag.substr(1)) + "> closes nothing";
    } else {
      open.pop_back();
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> is never closed";
}

/// Where a mismatch must not print the whole picture.
inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

inline std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// What stands between every `before` and the quote or bracket that follows it.
inline std::vector<std::string> values_after(std::string_view text, std::string_view before) {
  std::vector<std::string> values;
  for (auto at = text.find(before); at != std::string_view::npos; at = text.find(before, at + 1)) {
    const auto begin = at + before.size();
    values.emplace_back(text.substr(begin, text.find_first_of("'\")", begin) - begin));
  }
  return values;
}

}  // namespace mahala::test
