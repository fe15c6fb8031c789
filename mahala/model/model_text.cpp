#include "mahala/model/model_text.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "mahala/core/error.hpp"

namespace mahala {
namespace {

const std::string text_prefix = "text.", words_name = text_prefix + "words",
                  stop_name = text_prefix + "stop_words", field_name = text_prefix + "field",
                  text_option_prefix = text_prefix + "option.";

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

const std::string& text_entry(const Metadata& metadata, const std::string& name) {
  const auto found = metadata.find(name);
  require(found != metadata.end(), "metadata {} is missing", name);
  return found->second;
}

/// The word is neither empty nor would it be several lines.
bool is_line(const std::string& word) {
  return !word.empty() && word.find('\n') == std::string::npos;
}

}  // namespace

void add_text(const TextSpace& text, Metadata& metadata) {
  metadata[words_name] = fmt::format("{}", fmt::join(text.words, "\n"));
  metadata[stop_name] = fmt::format("{}", fmt::join(text.form.stop_words, "\n"));
  metadata[field_name] = text.form.field;
  TextOptions options = text.form.options;
  for (const Option& option : describe(options)) {
    metadata[text_option_prefix + std::string(option.name)] = value(option);
  }
}

std::optional<TextSpace> read_text(const Metadata& metadata) {
  const auto first = metadata.lower_bound(text_prefix);
  if (first == metadata.end() || !first->first.starts_with(text_prefix)) return std::nullopt;
  TextSpace text;
  text.words = lines_of(text_entry(metadata, words_name));
  text.form.stop_words = lines_of(text_entry(metadata, stop_name));
  text.form.field = text_entry(metadata, field_name);
  const Options options = describe(text.form.options);
  for (const Option& option : options) {
    set(options, option.name, text_entry(metadata, text_option_prefix + std::string(option.name)));
  }
  const std::size_t expected = options.size() + 3;
  std::size_t found = 0;
  for (auto it = first; it != metadata.end() && it->first.starts_with(text_prefix); ++it) ++found;
  require(found == expected, "{} metadata about text where {} were expected", found, expected);
  return text;
}

void check_text(const TextSpace& text, Index dim) {
  require(std::ssize(text.words) == dim, "{} words for {} features", text.words.size(), dim);
  require(std::all_of(text.words.begin(), text.words.end(), is_line) &&
              std::all_of(text.form.stop_words.begin(), text.form.stop_words.end(), is_line),
          "a word is empty or holds a line end");
  const std::unordered_set<std::string_view> different(text.words.begin(), text.words.end());
  require(different.size() == text.words.size(), "a word of the vocabulary occurs twice");
}

}  // namespace mahala
