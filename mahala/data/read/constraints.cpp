#include <algorithm>
#include <cctype>
#include <optional>
#include <unordered_map>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/data/constraints/constraint_file.hpp"
#include "mahala/data/constraints/contradictions.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/records.hpp"

namespace mahala {
namespace {

using reading::excerpt;

/// The columns a kind of constraint is made of.
struct Kind {
  std::string_view name;
  std::string_view header;  ///< in words
  std::vector<std::string_view> columns;
  std::vector<std::string_view> optional = {};
};

Kind constraint_columns(Supervision kind) {
  switch (kind) {
    case Supervision::pairs:
      return {name(kind),
              "i,j,same[,value][,weight] or i,j,relation[,value][,weight]",
              {"i", "j"},
              {"same", "relation", "value", "weight"}};
    case Supervision::triplets:
      return {name(kind), "query,near,far[,weight]", {"query", "near", "far"}, {"weight"}};
    case Supervision::sets:
      return {name(kind), "query,near,far", {"query", "near", "far"}};
    case Supervision::rankings:
      return {name(kind), "sample,relevant", {"sample", "relevant"}};
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
  Relation relation() const;                     ///< of the column that has it
  double amount(std::string_view column) const;  ///< finite and >= 0
  double weight() const { return has("weight") ? amount("weight") : 1; }
  bool has(std::string_view column) const { return position_.contains(column); }
  bool has_relation() const { return has("same") || has("relation"); }

  Index line() const { return records_.line(); }
  std::string name(Index sample) const;  ///< as a file calls it

  /// Error with the line of the record; or that of another one.
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> message, Args&&... args) const {
    refuse_at(line(), fmt::format(message, std::forward<Args>(args)...));
  }
  [[noreturn]] void refuse_at(Index line, const std::string& message) const {
    fail("{}:{}: {}", source_.name(), line, message);
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

std::string Rows::name(Index sample) const {
  return data_.ids.empty()
             ? std::to_string(sample)
             : fmt::format("'{}'", excerpt(data_.ids[static_cast<std::size_t>(sample)]));
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

/// In lower case, with '-' for '_'.
std::string as_word(std::string_view text) {
  std::string word(reading::trimmed(text));
  for (char& c : word) {
    c = c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return word;
}

Relation Rows::relation() const {
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

double Rows::amount(std::string_view column) const {
  double number = 0;
  const std::string_view text = cell(column);
  switch (reading::parse_number(text, number)) {
    case reading::Parsed::number:
      break;
    case reading::Parsed::missing:
      if (!reading::trimmed(text).empty())
        refuse("column '{}': '{}' is not a number", column, text);
      refuse("column '{}': missing value", column);
    default:
      refuse("column '{}': {}", column, complaint(reading::parse_number(text, number), text));
  }
  if (number < 0) refuse("column '{}': {} is negative", column, text);
  return number;
}

/// Error unless one column says what pairs are.
void check_pair_columns(const Rows& rows) {
  if (rows.has("same") && rows.has("relation")) {
    rows.refuse("columns 'same' and 'relation' both say what a pair is: one of them is enough");
  }
  if (!rows.has_relation()) {
    rows.refuse(
        "no column 'same' or 'relation', which says whether the samples of a pair are alike");
  }
}

Pair read_pair(const Rows& rows) {
  Pair pair{.i = rows.sample("i"),
            .j = rows.sample_or_origin("j"),
            .relation = rows.relation(),
            .value = rows.has("value") ? rows.amount("value") : open_bound,
            .weight = rows.weight()};
  if (pair.i == pair.j) {
    rows.refuse("columns 'i' and 'j': sample {} is paired with itself", rows.name(pair.i));
  }
  if (!pair.is_open()) return pair;
  if (pair.relation == Relation::equal) {
    rows.refuse("column 'relation': '=' is a measured distance and needs a column 'value'");
  }
  if (pair.j == origin) {
    rows.refuse("column 'j': the squared length of a sample needs a column 'value'");
  }
  return pair;
}

Pairs read_pairs(Rows& rows) {
  check_pair_columns(rows);
  Pairs pairs;
  std::vector<Index> lines;
  while (rows.next()) {
    pairs.push_back(read_pair(rows));
    lines.push_back(rows.line());
  }
  if (const auto found = find_contradiction(pairs)) {
    const auto [first, second] = *found;
    const Pair& pair = pairs[second];
    rows.refuse_at(
        lines[second],
        fmt::format("{} are {} here, which contradicts line {}: {}",
                    pair.j == origin
                        ? fmt::format("sample {} and the origin", rows.name(pair.i))
                        : fmt::format("samples {} and {}", rows.name(pair.i), rows.name(pair.j)),
                    bound_in_words(pair), lines[first], bound_in_words(pairs[first])));
  }
  return pairs;
}

/// Error if a cell that scoring has no use for makes no sense.
void check_said(const Rows& rows) {
  if (rows.has_relation()) rows.relation();
  if (rows.has("value")) rows.amount("value");
  rows.weight();
}

/// Error if the query is among those it is compared with, or one of them is near and far at once.
void check_compared(const Rows& rows, Index query, std::span<const Index> near,
                    std::span<const Index> far) {
  for (const auto& list : {near, far}) {
    if (std::ranges::find(list, query) == list.end()) continue;
    rows.refuse("sample {} is compared with itself", rows.name(query));
  }
  for (const Index each : far) {
    if (std::ranges::find(near, each) == near.end()) continue;
    rows.refuse("sample {} is near and far at once", rows.name(each));
  }
}

std::string claim(const Rows& rows, const Triplet& t) {
  return fmt::format("sample {} is nearer to {} than to {} here, which", rows.name(t.query),
                     rows.name(t.near), rows.name(t.far));
}
std::string claim(const Rows& rows, const NearFarSet& set) {
  return fmt::format("what is near to sample {} and what is far", rows.name(set.query));
}

/// Error if two rows about the same query say the opposite of each other.
template <class List>
void check_agreement(const Rows& rows, const List& list, const std::vector<Index>& lines) {
  const auto found = find_contradiction(list);
  if (!found) return;
  const auto [first, second] = *found;
  rows.refuse_at(lines[second],
                 fmt::format("{} contradicts line {}", claim(rows, list[second]), lines[first]));
}

Triplets read_triplets(Rows& rows) {
  Triplets triplets;
  std::vector<Index> lines;
  while (rows.next()) {
    lines.push_back(rows.line());
    triplets.push_back({.query = rows.sample("query"),
                        .near = rows.sample("near"),
                        .far = rows.sample("far"),
                        .weight = rows.weight()});
    const Triplet& read = triplets.back();
    check_compared(rows, read.query, {&read.near, 1}, {&read.far, 1});
  }
  check_agreement(rows, triplets, lines);
  return triplets;
}

NearFarSets read_sets(Rows& rows) {
  NearFarSets sets;
  std::vector<Index> lines;
  while (rows.next()) {
    lines.push_back(rows.line());
    sets.push_back({rows.sample("query"), rows.samples("near"), rows.samples("far")});
    check_compared(rows, sets.back().query, sets.back().near, sets.back().far);
  }
  check_agreement(rows, sets, lines);
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

std::optional<Relation> relation_called(std::string_view text) {
  static constexpr std::string_view same[] = {"1", "+1", "1.0", "true", "yes", "same", "must-link"},
                                    different[] = {"0",  "-1",        "0.0",         "false",
                                                   "no", "different", "cannot-link", "-1.0"};
  const std::string word = as_word(text);
  if (std::ranges::find(same, word) != std::end(same)) return Relation::at_most;
  if (std::ranges::find(different, word) != std::end(different)) return Relation::at_least;
  return std::nullopt;
}

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
  const Kind kind{"pairs of samples", "i,j", {"i", "j"}, {"same", "relation", "value", "weight"}};
  Rows first(path, kind, left), second(path, kind, right);
  std::vector<std::pair<Index, Index>> pairs;
  while (first.next() && second.next()) {
    check_said(first);
    pairs.emplace_back(first.sample("i"), second.sample("j"));
  }
  require(!pairs.empty(), "{}: holds no pairs", path.string());
  if (&left == &right && first.has_relation()) read_constraints(Supervision::pairs, path, left);
  return pairs;
}

}  // namespace mahala
