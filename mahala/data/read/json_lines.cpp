// One sample a line: {"id": .., "label": .., "x": [..]}, or a bare [..], or an object whose other
// keys are features, the same on every line. Labels are texts, numbers or arrays of them.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "mahala/core/error.hpp"
#include "mahala/data/file/chunks.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/read/columns.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/json_line.hpp"
#include "mahala/data/read/text_columns.hpp"

namespace mahala::reading {
namespace {

class JsonRows : public RowReader {
 public:
  JsonRows(Source& source, const ReadOptions& options)
      : source_(source), options_(options), texts_(options) {}

  bool read() override;
  std::size_t bytes() const override { return sizeof(double) * values_.size() + names_.bytes(); }
  Dataset take() override;
  bool needs_all() const override { return texts_.needs_all(); }

 private:
  void set_form(const JsonLine& line);
  std::vector<std::string> features_of(const JsonLine& line) const;
  void add_values(const JsonLine& line);
  void add_features(const JsonLine& line);
  bool chosen() const {
    return options_.table || !options_.columns.empty() || !options_.drop.empty();
  }

  Source& source_;
  const ReadOptions options_;
  TextColumns texts_;
  Index dim_ = 0;
  Index row_ = 0;  ///< since the last block
  bool named_ = false;
  SampleNames names_;
  std::vector<std::string> features_;
  std::unordered_map<std::string, std::size_t> position_;  ///< of a feature
  Chunks<double> values_;
};

void JsonRows::set_form(const JsonLine& line) {
  require(!line.values.empty(), "has no features");
  named_ = !line.is_vector;
  dim_ = std::ssize(line.values);
  require(named_ || !chosen(), "columns are chosen by name, and the numbers have none");
  if (!named_) return;
  features_ = features_of(line);
  for (const std::string& key : features_) {
    require(position_.emplace(key, position_.size()).second, "key '{}' occurs twice", excerpt(key));
  }
}

/// In the order of the line, or in the one asked for.
std::vector<std::string> JsonRows::features_of(const JsonLine& line) const {
  std::vector<std::string> asked = listed(options_.columns);
  if (options_.table) {
    asked.clear();
    for (const TableColumn& column : options_.table->columns) asked.push_back(column.name);
  }
  if (asked.empty()) return line.keys;
  for (const std::string& drop : listed(options_.drop)) std::erase(asked, drop);
  for (const std::string& key : asked) {
    require(std::find(line.keys.begin(), line.keys.end(), key) != line.keys.end(),
            "has no key '{}', which is asked for", excerpt(key));
  }
  return asked;
}

void JsonRows::add_values(const JsonLine& line) {
  require(line.keys.empty() || !line.is_vector, "key '{}' beside x",
          excerpt(line.keys.empty() ? "" : line.keys[0]));
  if (!names_.any()) set_form(line);
  require(named_ == !line.is_vector, "is {}, the first sample was not",
          line.is_vector ? "an array" : "an object of features");
  require(std::ssize(line.values) == dim_, "{} features, expected {}", line.values.size(), dim_);
  if (named_) {
    add_features(line);
  } else {
    values_.append(line.values);
  }
}

/// Keys may come in another order than on the first line.
void JsonRows::add_features(const JsonLine& line) {
  double* out = values_.grow(features_.size());
  std::vector<bool> seen(features_.size());
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < line.keys.size(); ++k) {
    std::size_t place = k;
    if (line.keys[k] != features_[k]) {
      const auto found = position_.find(line.keys[k]);
      require(found != position_.end(), "key '{}' was not in the first sample",
              excerpt(line.keys[k]));
      place = found->second;
    }
    require(!seen[place], "key '{}' occurs twice", excerpt(line.keys[k]));
    seen[place] = true;
    places.push_back(place);
    out[place] = line.values[k];
    const auto column = static_cast<Index>(place);
    if (std::isnan(line.values[k]) && texts_.accepts(column)) {
      texts_.add_missing(column, source_.line_number());
    }
  }
  for (const auto& [at, text] : line.texts) {
    texts_.add(static_cast<Index>(places[at]), row_, text);
  }
}

bool JsonRows::read() {
  const bool found = read_json_line(source_, [&](std::string_view text) {
    JsonLine line = parse_json_line(text, options_);
    add_values(line);
    names_.add(line, source_.line_number());
    ++row_;
  });
  if (!found) names_.check_end(options_, source_.name());
  return found;
}

Dataset JsonRows::take() {
  Dataset data;
  names_.move_to(data, source_.name());
  Matrix x(dim_, static_cast<Index>(values_.size()) / dim_);
  values_.move_to(x.data());
  row_ = 0;
  data.features = features_;
  texts_.encode(std::move(x), features_, chosen(), source_.name(), data);
  return data;
}

}  // namespace

/// An object begins with a name or ends at once; a name of a column may begin with a brace as well.
Evidence json_evidence(const Source& source) {
  constexpr std::string_view space = " \t\r\n";
  const std::string_view start = source.peek();
  const auto first = start.find_first_not_of(space);
  if (first == start.npos) return evidence_if(false, Evidence::bracket);
  const auto next = start.find_first_not_of(space, first + 1);
  const bool named = next == start.npos || start[next] == '"' || start[next] == '}';
  return evidence_if(start[first] == '[' || (start[first] == '{' && named), Evidence::bracket);
}

Rows json_rows(Source& source, const ReadOptions& options) {
  const std::string key = text_key(options);
  if (!key.empty()) return json_text_rows(source, options, key);
  return std::make_unique<JsonRows>(source, options);
}

}  // namespace mahala::reading
