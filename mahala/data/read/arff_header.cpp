#include "mahala/data/read/arff_header.hpp"

#include <algorithm>

#include "mahala/data/file/number.hpp"
#include "mahala/data/file/token.hpp"

namespace mahala::reading {
namespace {

constexpr std::string_view spaces = " \t\r";

char unescaped(char c) {
  switch (c) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;
  }
}

void read_values(ArffLine& line, ArffAttribute& attribute) {
  attribute.kind = ArffAttribute::Kind::nominal;
  do {
    const ArffWord value = line.word(",}");
    if (value.text.empty() && !value.quoted)
      line.refuse("a value of '{}' is empty", excerpt(attribute.name));
    attribute.values.emplace_back(value.text);
    if (!attribute.known.insert(attribute.values.back()).second) {
      line.refuse("the value '{}' occurs twice", excerpt(value.text));
    }
  } while (line.take(','));
  if (!line.take('}')) line.refuse("the values of '{}' are not closed", excerpt(attribute.name));
}

void read_type(ArffLine& line, ArffAttribute& attribute) {
  if (line.take('{')) return read_values(line, attribute);
  const std::string_view type = line.word(spaces).text;
  for (const std::string_view number : {"numeric", "real", "integer"}) {
    if (equal_in_any_case(type, number)) return;
  }
  if (!equal_in_any_case(type, "string")) {
    line.refuse("attribute '{}' has the type '{}', not numeric, string or {{...}}",
                excerpt(attribute.name), excerpt(type));
  }
  attribute.kind = ArffAttribute::Kind::text;
}

ArffAttribute read_attribute(ArffLine& line) {
  const ArffWord name = line.word(" \t\r{");
  if (name.text.empty() && !name.quoted) line.refuse("an attribute without name");
  ArffAttribute attribute{.name = std::string(name.text)};
  read_type(line, attribute);
  // Weka writes the bounds of a number behind its type: real [0, 1].
  if (!line.at_end() && !line.take('[')) {
    line.refuse("text follows attribute '{}'", excerpt(attribute.name));
  }
  return attribute;
}

}  // namespace

void ArffLine::set(std::string_view line) {
  rest_ = line;
  unescaped_.clear();
}

bool ArffLine::next(Source& source) {
  for (std::string_view line; source.line(line);) {
    const auto first = line.find_first_not_of(spaces);
    if (first == std::string_view::npos || line[first] == '%') continue;
    set(line);
    return true;
  }
  return false;
}

void ArffLine::skip_spaces() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(spaces), rest_.size()));
}

bool ArffLine::take(char c) {
  skip_spaces();
  if (!rest_.starts_with(c)) return false;
  rest_.remove_prefix(1);
  return true;
}

bool ArffLine::at_end() {
  skip_spaces();
  return rest_.empty();
}

ArffWord ArffLine::word(std::string_view stops) {
  skip_spaces();
  if (rest_.starts_with('\'') || rest_.starts_with('"')) return {.text = quoted(), .quoted = true};
  std::string_view word = rest_.substr(0, rest_.find_first_of(stops));
  rest_.remove_prefix(word.size());
  word = word.substr(0, word.find_last_not_of(spaces) + 1);
  return {.text = word};
}

std::string_view ArffLine::quoted() {
  std::string& text = unescaped_.emplace_back();
  for (std::size_t at = 1; at < rest_.size(); ++at) {
    if (rest_[at] == rest_[0]) {
      rest_.remove_prefix(at + 1);
      return text;
    }
    const bool escape = rest_[at] == '\\' && at + 1 < rest_.size();
    text += escape ? unescaped(rest_[++at]) : rest_[at];
  }
  refuse("a quote is never closed");
}

std::vector<ArffAttribute> read_arff_header(Source& source) {
  std::vector<ArffAttribute> attributes;
  for (ArffLine line(source); line.next(source);) {
    const std::string_view keyword = line.word(spaces).text;
    if (equal_in_any_case(keyword, "@data")) return attributes;
    if (equal_in_any_case(keyword, "@relation")) continue;
    if (!equal_in_any_case(keyword, "@attribute")) {
      line.refuse("'{}' is not @relation, @attribute or @data", excerpt(keyword));
    }
    attributes.push_back(read_attribute(line));
  }
  fail("{}: ends before @data", source.name());
}

}  // namespace mahala::reading
