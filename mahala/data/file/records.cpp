#include "mahala/data/file/records.hpp"

#include <algorithm>
#include <cstring>

#include "mahala/core/error.hpp"
#include "mahala/data/file/number.hpp"

namespace mahala::reading {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t'; }

/// Most cells have no spaces around them; they cost two comparisons.
std::string_view cell_of(const char* begin, const char* end) {
  const std::string_view cell(begin, static_cast<std::size_t>(end - begin));
  return !cell.empty() && (is_space(cell.front()) || is_space(cell.back())) ? trimmed(cell) : cell;
}

}  // namespace

bool Records::read_line(std::string_view& text) {
  if (!source_.line(text)) return false;
  returned_ = text.ends_with('\r');
  text = without_return(text);
  return true;
}

bool Records::next() {
  std::string_view text;
  do {
    if (!read_line(text)) return false;
  } while (text.find_first_not_of(' ') == std::string_view::npos);
  line_ = source_.line_number();
  cells_.clear();
  if (std::memchr(text.data(), '"', text.size()) == nullptr) {
    split(text);
  } else {
    split_quoted(text);
  }
  return true;
}

void Records::split(std::string_view text) {
  const char *begin = text.data(), *last = begin + text.size();
  for (;;) {
    const auto* end = static_cast<const char*>(
        std::memchr(begin, separator_, static_cast<std::size_t>(last - begin)));
    cells_.push_back(cell_of(begin, end == nullptr ? last : end));
    if (end == nullptr) return;
    begin = end + 1;
  }
}

void Records::split_quoted(std::string_view text) {
  unquoted_.clear();
  ends_.clear();
  const auto is_blank = [this](char c) { return is_space(c) && c != separator_; };
  for (std::size_t at = 0;;) {
    while (at < text.size() && is_blank(text[at])) ++at;
    if (at < text.size() && text[at] == '"') {
      at = copy_quoted(text, at);
      while (at < text.size() && is_blank(text[at])) ++at;
      require(at == text.size() || text[at] == separator_, "{}:{}: text follows a closing quote",
              source_.name(), source_.line_number());
    } else {
      const std::size_t end = std::min(text.find(separator_, at), text.size());
      unquoted_ += cell_of(text.data() + at, text.data() + end);
      at = end;
    }
    ends_.push_back(unquoted_.size());
    if (at == text.size()) break;
    ++at;
  }
  for (std::size_t begin = 0; const std::size_t end : ends_) {
    cells_.push_back(std::string_view(unquoted_).substr(begin, end - begin));
    begin = end;
  }
}

/// Copies the quoted text that opens at `at` and gives the position after its closing quote,
/// in `text`, which becomes a later line if the quotes hold newlines.
std::size_t Records::copy_quoted(std::string_view& text, std::size_t at) {
  const Index opened = source_.line_number();
  for (++at;;) {
    const std::size_t quote = text.find('"', at);
    unquoted_ += text.substr(at, quote - at);
    if (quote == std::string_view::npos) {
      unquoted_ += returned_ ? "\r\n" : "\n";  // inside quotes a line end is text
      require(read_line(text), "{}:{}: the quote that opens here is never closed", source_.name(),
              opened);
      at = 0;
    } else if (quote + 1 < text.size() && text[quote + 1] == '"') {
      unquoted_ += '"';
      at = quote + 2;
    } else {
      return quote + 1;
    }
  }
}

char sniff_separator(std::string_view text, std::string_view candidates) {
  std::vector<std::size_t> counts(candidates.size());
  bool quoted = false;
  text.remove_prefix(std::min(text.find_first_not_of(" \r\n"), text.size()));
  for (const char c : text) {
    if (c == '\n' && !quoted) break;
    if (c == '"') quoted = !quoted;
    const std::size_t which = candidates.find(c);
    if (!quoted && which != std::string_view::npos) ++counts[which];
  }
  const auto most = std::max_element(counts.begin(), counts.end());
  return candidates[static_cast<std::size_t>(most - counts.begin())];
}

}  // namespace mahala::reading
