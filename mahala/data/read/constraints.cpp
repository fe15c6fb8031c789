#include <algorithm>
#include <unordered_map>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/records.hpp"

namespace mahala {
namespace {

using reading::excerpt;

/// The columns a kind of constraint is made of; `weight` may be left out.
struct Kind {
  std::string_view name;
  std::vector<std::string_view> columns;
  bool weighted = false;

  std::string header() const {
    return fmt::format("{}{}", fmt::join(columns, ","), weighted ? "[,weight]" : "");
  }
};

Kind constraint_columns(Supervision kind) {
  switch (kind) {
    case Supervision::pairs:
      return {name(kind), {"i", "j", "relation", "value"}, true};
    case Supervision::triplets:
      return {name(kind), {"query", "near", "far"}, true};
    case Supervision::sets:
      return {name(kind), {"query", "near", "far"}};
    case Supervision::rankings:
      return {name(kind), {"sample", "relevant"}};
    case Supervision::nothing:
    case Supervision::labels:
    case Supervision::outputs:
      break;
  }
  fail("there are no files of constraints called '{}'", kind);
}

/// Walks over the rows of a file and gives their cells by column, as what they stand for.
class Rows {
 public:
  Rows(const std::filesystem::path& path, const Kind& kind, const Dataset& data);

  bool next();
  Index sample(std::string_view column) const { return sample_called(cell(column), column); }
  Index sample_or_origin(std::string_view column) const;  ///< unless an id is "origin"
  std::vector<Index> samples(std::string_view column) const;
  std::vector<Index> labels(std::string_view column) const;
  Relation relation() const;
  double amount(std::string_view column) const;  ///< finite and >= 0
  double weight() const { return position_.contains("weight") ? amount("weight") : 1; }

  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> message, Args&&... args) const {
    fail("{}:{}: {}", source_.name(), records_.line(),
         fmt::format(message, std::forward<Args>(args)...));
  }

 private:
  void read_header(const Kind& kind);
  std::string_view cell(std::string_view column) const {
    return records_.cells()[position_.at(column)];
  }
  Index sample_called(std::string_view text, std::string_view column) const;

  const Dataset& data_;
  reading::Source source_;
  reading::Records records_;
  std::unordered_map<std::string_view, std::size_t> position_;  ///< of a column
  std::unordered_map<std::string_view, Index> sample_of_id_;
};

Rows::Rows(const std::filesystem::path& path, const Kind& kind, const Dataset& data)
    : data_(data),
      source_(path),
      records_(source_, reading::sniff_separator(source_.peek(), ",\t")) {
  read_header(kind);
  for (const std::string& id : data.ids) sample_of_id_.emplace(id, std::ssize(sample_of_id_));
}

void Rows::read_header(const Kind& kind) {
  const std::string file = source_.name();
  require(records_.next(), "{}: is empty; expected the header {}", file, kind.header());
  std::vector<std::string_view> known = kind.columns;
  if (kind.weighted) known.emplace_back("weight");
  for (std::size_t k = 0; k < records_.cells().size(); ++k) {
    const std::string_view name = records_.cells()[k];
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) {
      refuse("unknown column '{}'; {} have the header {}", excerpt(name), kind.name, kind.header());
    }
    if (!position_.emplace(*found, k).second) refuse("column '{}' occurs twice", name);
  }
  for (const std::string_view name : kind.columns) {
    if (!position_.contains(name)) {
      refuse("no column '{}'; {} have the header {}", name, kind.name, kind.header());
    }
  }
}

bool Rows::next() {
  if (!records_.next()) return false;
  if (records_.cells().size() != position_.size()) {
    refuse("{} cells, expected {}", records_.cells().size(), position_.size());
  }
  return true;
}

Index Rows::sample_called(std::string_view text, std::string_view column) const {
  // Spaces around an entry of a list are ignored unless the id has them.
  for (const std::string_view id : {text, reading::trimmed(text)}) {
    if (const auto found = sample_of_id_.find(id); found != sample_of_id_.end()) {
      return found->second;
    }
  }
  text = reading::trimmed(text);
  long index = 0;
  if (!reading::parse_integer(text, index)) {
    refuse("column '{}': '{}' is not {}", column, excerpt(text),
           data_.ids.empty() ? "the index of a sample" : "the id or index of a sample");
  }
  if (index < 0 || index >= data_.size()) {
    refuse("column '{}': sample {} of {}", column, index, data_.size());
  }
  return index;
}

Index Rows::sample_or_origin(std::string_view column) const {
  const std::string_view text = reading::trimmed(cell(column));
  if (text == "origin" && !sample_of_id_.contains(text)) return origin;
  return sample(column);
}

/// Calls f with each part of a cell that lists several, separated by semicolons.
template <class F>
void for_each_part(std::string_view cell, const F& f) {
  while (!cell.empty()) {
    const std::size_t end = std::min(cell.find(';'), cell.size());
    f(cell.substr(0, end));
    cell.remove_prefix(std::min(end + 1, cell.size()));
  }
}

std::vector<Index> Rows::samples(std::string_view column) const {
  std::vector<Index> all;
  for_each_part(cell(column),
                [&](std::string_view text) { all.push_back(sample_called(text, column)); });
  return all;
}

std::vector<Index> Rows::labels(std::string_view column) const {
  std::vector<Index> all;
  for_each_part(cell(column), [&](std::string_view name) {
    Index label = data_.labels.id(name);
    if (label < 0) label = data_.labels.id(reading::trimmed(name));
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

Relation Rows::relation() const {
  const std::string_view text = cell("relation");
  for (const Relation relation : {Relation::equal, Relation::at_most, Relation::at_least}) {
    if (text == symbol(relation)) return relation;
  }
  constexpr std::string_view same[] = {"same", "must-link", "1", "+1"},
                             different[] = {"different", "cannot-link", "0", "-1"};
  if (std::ranges::find(same, text) != std::end(same)) return Relation::at_most;
  if (std::ranges::find(different, text) != std::end(different)) return Relation::at_least;
  refuse(
      "column 'relation': '{}' is not =, <= (same, must-link, 1, +1) or >= (different, "
      "cannot-link, 0, -1)",
      excerpt(text));
}

double Rows::amount(std::string_view column) const {
  double number = 0;
  const std::string_view text = cell(column);
  switch (reading::parse_number(text, number)) {
    case reading::Parsed::number:
      break;
    case reading::Parsed::missing:
      refuse("column '{}': missing value", column);
    default:
      refuse("column '{}': {}", column, complaint(reading::parse_number(text, number), text));
  }
  if (number < 0) refuse("column '{}': {} is negative", column, text);
  return number;
}

Pairs read_pairs(Rows& rows) {
  Pairs pairs;
  while (rows.next()) {
    pairs.push_back({.i = rows.sample("i"),
                     .j = rows.sample_or_origin("j"),
                     .relation = rows.relation(),
                     .value = rows.amount("value"),
                     .weight = rows.weight()});
    if (pairs.back().i == pairs.back().j) {
      rows.refuse("columns 'i' and 'j': sample {} is paired with itself", pairs.back().i);
    }
  }
  return pairs;
}

Triplets read_triplets(Rows& rows) {
  Triplets triplets;
  while (rows.next()) {
    triplets.push_back({.query = rows.sample("query"),
                        .near = rows.sample("near"),
                        .far = rows.sample("far"),
                        .weight = rows.weight()});
  }
  return triplets;
}

NearFarSets read_sets(Rows& rows) {
  NearFarSets sets;
  while (rows.next()) {
    sets.push_back({rows.sample("query"), rows.samples("near"), rows.samples("far")});
  }
  return sets;
}

Rankings read_rankings(Rows& rows) {
  Rankings rankings;
  while (rows.next()) rankings.push_back({rows.sample("sample"), rows.labels("relevant")});
  return rankings;
}

Constraints read_rows(Supervision kind, Rows& rows) {
  if (kind == Supervision::pairs) return read_pairs(rows);
  if (kind == Supervision::triplets) return read_triplets(rows);
  if (kind == Supervision::sets) return read_sets(rows);
  return read_rankings(rows);
}

}  // namespace

Constraints read_constraints(Supervision kind, const std::filesystem::path& path,
                             const Dataset& data) {
  Rows rows(path, constraint_columns(kind), data);
  Constraints constraints = read_rows(kind, rows);
  require(count(constraints) > 0, "{}: holds no {}", path.string(), kind);
  return constraints;
}

std::vector<std::pair<Index, Index>> read_sample_pairs(const std::filesystem::path& path,
                                                       const Dataset& left, const Dataset& right) {
  require(std::filesystem::is_regular_file(path), "{}: is not a regular file", path.string());
  const Kind kind{"pairs of samples", {"i", "j"}};
  Rows first(path, kind, left), second(path, kind, right);
  std::vector<std::pair<Index, Index>> pairs;
  while (first.next() && second.next()) {
    pairs.emplace_back(first.sample("i"), second.sample("j"));
  }
  require(!pairs.empty(), "{}: holds no pairs", path.string());
  return pairs;
}

}  // namespace mahala
