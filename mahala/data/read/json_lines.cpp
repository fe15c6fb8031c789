// One sample a line: {"id": .., "label": .., "x": [..]}, or a bare [..], or an object whose other
// keys are features, the same on every line. Labels are texts, numbers or arrays of them.
#include <unordered_map>

#include "mahala/core/error.hpp"
#include "mahala/data/read/chunks.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/json_line.hpp"
#include "mahala/data/read/number.hpp"

namespace mahala::reading {
namespace {

/// The samples read so far.
class SampleList {
 public:
  SampleList(const Source& source, const ReadOptions& options)
      : source_(source), options_(options) {}

  void add(std::string_view text);
  Dataset finish();

 private:
  void set_form(const JsonLine& line);
  void add_values(const JsonLine& line);
  void add_features(const JsonLine& line);

  const Source& source_;
  const ReadOptions& options_;
  Index dim_ = 0;
  bool named_ = false;
  SampleNames names_;
  std::vector<std::string> features_;
  std::unordered_map<std::string, std::size_t> position_;  ///< of a feature
  Chunks<double> values_;
};

void SampleList::set_form(const JsonLine& line) {
  require(!line.values.empty(), "has no features");
  named_ = !line.is_vector;
  dim_ = std::ssize(line.values);
  if (!named_) return;
  features_ = line.keys;
  for (const std::string& key : features_) {
    require(position_.emplace(key, position_.size()).second, "key '{}' occurs twice", excerpt(key));
  }
}

void SampleList::add_values(const JsonLine& line) {
  require(line.keys.empty() || !line.is_vector, "key '{}' beside x",
          excerpt(line.keys.empty() ? "" : line.keys[0]));
  if (names_.size() == 0) set_form(line);
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
void SampleList::add_features(const JsonLine& line) {
  double* out = values_.grow(features_.size());
  std::vector<bool> seen(features_.size());
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
    out[place] = line.values[k];
  }
}

void SampleList::add(std::string_view text) {
  JsonLine line = parse_json_line(text, options_);
  add_values(line);
  names_.add(line, source_.line_number());
}

Dataset SampleList::finish() {
  Dataset data;
  const Index count = names_.size();
  names_.move_to(data, options_, source_.name());
  Matrix x(dim_, count);
  values_.move_to(x.data());
  data.x = Samples(std::move(x));
  data.features = std::move(features_);
  return data;
}

}  // namespace

bool looks_like_json_lines(std::string_view start) {
  const auto first = start.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (start[first] == '{' || start[first] == '[');
}

Dataset read_json_lines(Source& source, const ReadOptions& options) {
  SampleList samples(source, options);
  for_each_json_line(source, [&](std::string_view line) { samples.add(line); });
  return samples.finish();
}

}  // namespace mahala::reading
