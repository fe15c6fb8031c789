#include "mahala/report/picture/short_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "mahala/report/picture/text.hpp"

namespace mahala {
namespace {

bool inside_sign(std::string_view line, std::size_t at) {
  return at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0U) == 0x80U;
}

/// As many signs from the front as fit into so many columns.
std::string_view front(std::string_view line, Index columns) {
  std::size_t end = 0;
  while (end < line.size()) {
    std::size_t next = end + 1;
    while (inside_sign(line, next)) ++next;
    if (display_width(line.substr(0, next)) > columns) break;
    end = next;
  }
  return line.substr(0, end);
}

/// Where a line parts from the last of the others that begin like it.
std::size_t parting(std::string_view line, const std::vector<std::string>& lines) {
  std::size_t place = 0;
  for (const std::string& other : lines) {
    if (other == line) continue;
    const auto end = std::mismatch(line.begin(), line.end(), other.begin(), other.end()).first;
    place = std::max(place, static_cast<std::size_t>(end - line.begin()));
  }
  while (place > 0 && inside_sign(line, place)) --place;
  return place;
}

/// The place itself, or the beginning of its word if that is near.
std::size_t word_start(std::string_view line, std::size_t place, Index near) {
  const auto letter = [&](std::size_t at) {
    const auto c = static_cast<unsigned char>(line[at]);
    return c >= 0x80 || std::isalnum(c) != 0;
  };
  std::size_t start = place;
  while (start > 0 && letter(start - 1)) --start;
  return display_width(line.substr(start, place - start)) <= near ? start : place;
}

/// The front, and what follows the place where the line parts from the others.
std::string without_middle(std::string_view line, std::size_t place, Index most) {
  const std::size_t start = word_start(line, place, most / 4);
  const std::string end = shortened(line.substr(start), most - 1 - most / 3);
  return fmt::format("{}…{}", front(line, most - 1 - display_width(end)), end);
}

std::map<std::string, Index> occurrences(const std::vector<std::string>& names) {
  std::map<std::string, Index> counts;
  for (const std::string& name : names) ++counts[name];
  return counts;
}

}  // namespace

std::string shortened(std::string_view name, Index most) {
  std::string line = one_line(name);
  if (display_width(line) <= most) return line;
  return fmt::format("{}…", front(line, most - 1));
}

std::vector<std::string> shortened(const std::vector<std::string>& names, Index most) {
  std::vector<std::string> lines, cut;
  for (const std::string& name : names) {
    lines.push_back(one_line(name));
    cut.push_back(shortened(name, most));
  }
  const auto alike = occurrences(cut);
  for (std::size_t k = 0; k < cut.size(); ++k) {
    if (cut[k] == lines[k] || alike.at(cut[k]) == 1) continue;
    cut[k] = without_middle(lines[k], parting(lines[k], lines), most);
  }
  // Names may differ in several places, or in signs that cannot be shown: these get numbers.
  const auto still_alike = occurrences(cut);
  for (std::size_t k = 0; k < cut.size(); ++k) {
    if (cut[k] == lines[k] || still_alike.at(cut[k]) == 1) continue;
    const std::string number = std::to_string(k + 1);
    cut[k] = shortened(lines[k], most - std::ssize(number)) + number;
  }
  return cut;
}

}  // namespace mahala
