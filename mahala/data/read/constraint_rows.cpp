#include "mahala/data/read/constraint_rows.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

#include "mahala/core/suggest.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/data/file/number.hpp"

namespace mahala {
namespace {

/// In lower case, with '-' for '_'.
std::string as_word(std::string_view text) {
  std::string word(reading::trimmed(text));
  for (char& c : word) {
    c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return word;
}

}  // namespace

std::optional<Relation> relation_called(std::string_view text) {
  static constexpr std::string_view same[] = {"1", "+1", "1.0", "true", "yes", "same", "must-link"},
                                    different[] = {"0",  "-1",        "0.0",         "false",
                                                   "no", "different", "cannot-link", "-1.0"};
  const std::string word = as_word(text);
  if (std::ranges::find(same, word) != std::end(same)) return Relation::at_most;
  if (std::ranges::find(different, word) != std::end(different)) return Relation::at_least;
  return std::nullopt;
}

namespace reading {
namespace {

/// Calls f with each part of a cell that lists several, separated by semicolons.
template <class F>
void for_each_part(std::string_view cell, const F& f) {
  while (!cell.empty()) {
    const std::size_t end = std::min(cell.find(';'), cell.size());
    f(cell.substr(0, end));
    cell.remove_prefix(std::min(end + 1, cell.size()));
  }
}

}  // namespace

ConstraintRows::ConstraintRows(const std::filesystem::path& path, const ConstraintColumns& kind,
                               const Dataset& data)
    : data_(data), source_(path), records_(source_, sniff_separator(source_.peek(), ",\t")) {
  read_header(kind);
  for (const std::string& id : data.ids) sample_of_id_.emplace(id, std::ssize(sample_of_id_));
}

void ConstraintRows::read_header(const ConstraintColumns& kind) {
  const std::string file = source_.name();
  require(records_.next(), "{}: is empty; expected the header {}", file, kind.header);
  std::vector<std::string_view> known = kind.columns;
  known.insert(known.end(), kind.optional.begin(), kind.optional.end());
  for (std::size_t k = 0; k < records_.cells().size(); ++k) {
    const std::string_view name = records_.cells()[k];
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      refuse("unknown column '{}'; {} have the header {}", excerpt(name), kind.name, kind.header);
    }
    if (!position_.emplace(*found, k).second) refuse("column '{}' occurs twice", name);
  }
  for (const std::string_view name : kind.columns) {
    if (!position_.contains(name)) {
      refuse("no column '{}'; {} have the header {}", name, kind.name, kind.header);
    }
  }
}

std::string ConstraintRows::name(Index sample) const {
  return data_.ids.empty()
             ? std::to_string(sample)
             : fmt::format("'{}'", excerpt(data_.ids[static_cast<std::size_t>(sample)]));
}

bool ConstraintRows::next() {
  if (!records_.next()) return false;
  if (records_.cells().size() != position_.size()) {
    refuse("{} cells, expected {}", records_.cells().size(), position_.size());
  }
  return true;
}

Index ConstraintRows::sample_called(std::string_view text, std::string_view column) const {
  // Spaces around an entry of a list are ignored unless the id has them.
  for (const std::string_view id : {text, trimmed(text)}) {
    if (const auto found = sample_of_id_.find(id); found != sample_of_id_.end()) {
      return found->second;
    }
  }
  text = trimmed(text);
  long index = 0;
  if (!parse_integer(text, index)) {
    refuse("column '{}': '{}' is not {}", column, excerpt(text),
           data_.ids.empty() ? "the index of a sample" : "the id or index of a sample");
  }
  if (index < 0 || index >= data_.size()) {
    refuse("column '{}': sample {} of {}", column, index, data_.size());
  }
  return index;
}

Index ConstraintRows::sample_or_origin(std::string_view column) const {
  const std::string_view text = trimmed(cell(column));
  if (text == "origin" && !sample_of_id_.contains(text)) return origin;
  return sample(column);
}

std::vector<Index> ConstraintRows::samples(std::string_view column) const {
  std::vector<Index> all;
  for_each_part(cell(column),
                [&](std::string_view text) { all.push_back(sample_called(text, column)); });
  return all;
}

std::vector<Index> ConstraintRows::labels(std::string_view column) const {
  std::vector<Index> all;
  for_each_part(cell(column), [&](std::string_view name) {
    Index label = data_.labels.id(name);
    if (label < 0) label = data_.labels.id(trimmed(name));
    if (label < 0) {
      if (data_.labels.empty()) {
        refuse("column '{}': label '{}' is one of the samples' labels, and they have none", column,
               excerpt(name));
      }
      const auto& names = data_.labels.names();
      const std::vector<std::string_view> known(names.begin(), names.end());
      refuse("column '{}': there is no label '{}'{}", column, excerpt(name),
             did_you_mean(name, known));
    }
    all.push_back(label);
  });
  return all;
}

Relation ConstraintRows::relation() const {
  const std::string_view column = has("same") ? "same" : "relation", text = cell(column);
  if (const auto found = relation_called(text)) return *found;
  if (column == "same") {
    refuse(
        "column 'same': '{}' is neither 1 (+1, true, yes, same, must-link) nor 0 (-1, false, no, "
        "different, cannot-link)",
        excerpt(text));
  }
  for (const Relation relation : {Relation::equal, Relation::at_most, Relation::at_least}) {
    if (text == symbol(relation)) return relation;
  }
  refuse(
      "column 'relation': '{}' is not =, <= (same, must-link, 1, +1) or >= (different, "
      "cannot-link, 0, -1)",
      excerpt(text));
}

double ConstraintRows::number(std::string_view column) const {
  double number = 0;
  const std::string_view text = cell(column);
  switch (parse_number(text, number)) {
    case Parsed::number:
      break;
    case Parsed::missing:
      if (!trimmed(text).empty()) refuse("column '{}': '{}' is not a number", column, text);
      refuse("column '{}': missing value", column);
    default:
      refuse("column '{}': {}", column, complaint(parse_number(text, number), text));
  }
  return number;
}

double ConstraintRows::amount(std::string_view column) const {
  const double found = number(column);
  if (found < 0) refuse("column '{}': {} is negative", column, cell(column));
  return found;
}

std::string ConstraintRows::text(std::string_view column) const {
  return std::string(trimmed(cell(column)));
}

Index ConstraintRows::feature(std::string_view column) const {
  const std::string name = text(column);
  const auto& names = data_.features;
  if (const auto found = std::ranges::find(names, name); found != names.end()) {
    return found - names.begin();
  }
  long place = 0;
  if (!parse_integer(name, place)) {
    refuse("column '{}': '{}' is not {}", column, excerpt(name),
           names.empty() ? "the number of a feature" : "the name or number of a feature");
  }
  if (place < 0 || place >= data_.dim()) {
    refuse("column '{}': feature {} of {}", column, place, data_.dim());
  }
  return place;
}

}  // namespace reading
}  // namespace mahala
