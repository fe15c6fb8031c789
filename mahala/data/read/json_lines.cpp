// One sample a line: {"id": .., "label": .., "x": [..]}, or a bare [..], or an object whose other
// keys are features, the same on every line. Labels are texts, numbers or arrays of them.
#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "mahala/core/error.hpp"
#include "mahala/data/label_builder.hpp"
#include "mahala/data/read/array.hpp"
#include "mahala/data/read/chunks.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/number.hpp"

namespace mahala::reading {
namespace {

using nlohmann::json;

constexpr std::size_t longest_line = std::size_t{1} << 28;

/// What one line says. Values are in the order they come.
struct Line {
  bool is_vector = false;              ///< a bare array, or the key x holds one
  std::vector<std::string> keys = {};  ///< of the features
  std::vector<double> values = {};
  std::vector<std::string> labels = {};
  bool has_label = false, has_id = false;
  std::string id = {};
};

/// Takes the events of the parser, so that nothing is built that a line can make deep or large.
class LineEvents : public nlohmann::json_sax<json> {
 public:
  LineEvents(const ReadOptions& options)
      : label_(options.label.empty() ? "label" : options.label),
        id_(options.id.empty() ? "id" : options.id),
        keep_missing_(options.keep_missing) {}

  Line line = {};

  bool null() override;
  bool boolean(bool value) override;
  bool number_integer(number_integer_t value) override;
  bool number_unsigned(number_unsigned_t value) override;
  bool number_float(number_float_t value, const string_t&) override;
  bool string(string_t& value) override;
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override;
  bool key(string_t& value) override;
  bool end_object() override { return --depth_, true; }
  bool start_array(std::size_t) override;
  bool end_array() override { return --depth_, true; }
  bool parse_error(std::size_t at, const std::string&, const json::exception&) override {
    fail("is not JSON at byte {}", at);
  }

 private:
  enum class Role { vector, feature, label, id };

  bool take(double number, std::string name);

  std::string label_, id_, key_;
  bool keep_missing_;
  int depth_ = 0;
  Role role_ = Role::vector;
};

bool LineEvents::take(double number, std::string name) {
  require(depth_ > 0, "is a number, not an object or array");
  if (role_ == Role::label) {
    require(!name.empty(), "the label is missing");
    line.labels.push_back(std::move(name));
  } else if (role_ == Role::id) {
    line.id = std::move(name);
  } else {
    if (role_ == Role::feature) line.keys.push_back(key_);
    line.values.push_back(number);
  }
  return true;
}

bool LineEvents::null() {
  require(role_ != Role::label && role_ != Role::id, "the {} is missing (null)", key_);
  require(depth_ > 0 && keep_missing_, "{}",
          depth_ > 0 ? complaint(Parsed::missing, "") : "is null, not an object or array");
  return take(std::numeric_limits<double>::quiet_NaN(), "");
}

bool LineEvents::boolean(bool value) { return take(value ? 1 : 0, value ? "true" : "false"); }

bool LineEvents::number_integer(number_integer_t value) {
  return take(static_cast<double>(value), fmt::format("{}", value));
}

bool LineEvents::number_unsigned(number_unsigned_t value) {
  return take(static_cast<double>(value), fmt::format("{}", value));
}

bool LineEvents::number_float(number_float_t value, const string_t&) {
  return take(value, name_of(value));
}

bool LineEvents::string(string_t& value) {
  require(depth_ > 0, "is a text, not an object or array");
  require(role_ == Role::label || role_ == Role::id, "{}'{}' is not a number",
          role_ == Role::feature ? fmt::format("key '{}': ", excerpt(key_)) : "", excerpt(value));
  require(role_ == Role::label || !value.empty(), "the id is missing");
  return take(0, std::move(value));
}

bool LineEvents::start_object(std::size_t) {
  require(depth_ == 0, "an object inside the sample");
  ++depth_;
  role_ = Role::feature;
  return true;
}

bool LineEvents::key(string_t& value) {
  key_ = std::move(value);
  const bool label = key_ == label_, id = key_ == id_;
  role_ = label ? Role::label : id ? Role::id : Role::feature;
  require(!(label && line.has_label) && !(id && line.has_id), "key '{}' occurs twice",
          excerpt(key_));
  line.has_label = line.has_label || label;
  line.has_id = line.has_id || id;
  return true;
}

bool LineEvents::start_array(std::size_t) {
  if (depth_ == 0) {
    line.is_vector = true;
  } else {
    const bool vector = role_ == Role::feature && key_ == "x" && !line.is_vector;
    require(depth_ == 1 && (vector || role_ == Role::label), "an array {}",
            role_ == Role::vector ? "inside the array of numbers"
                                  : fmt::format("in key '{}'; numbers are in x", excerpt(key_)));
    if (vector) {
      role_ = Role::vector;
      line.is_vector = true;
    }
  }
  ++depth_;
  return true;
}

class JsonRows : public RowReader {
 public:
  JsonRows(Source& source, const ReadOptions& options) : source_(source), options_(options) {
    source.limit_lines(longest_line);
  }

  bool read() override;
  std::size_t bytes() const override {
    return sizeof(double) * values_.size() + sizeof(std::string) * ids_.size();
  }
  Dataset take() override;

 private:
  void add(std::string_view text);
  void check_end() const;
  void set_form(const Line& line);
  void add_values(const Line& line);
  void add_features(const Line& line);

  Source& source_;
  const ReadOptions options_;
  Index count_ = 0, dim_ = 0;
  bool named_ = false, any_label_ = false, any_id_ = false;
  std::vector<std::string> features_, ids_;
  std::unordered_map<std::string, std::size_t> position_;  ///< of a feature
  LabelBuilder labels_;
  std::vector<Index> id_lines_;
  Chunks<double> values_;
};

void JsonRows::set_form(const Line& line) {
  require(!line.values.empty(), "has no features");
  named_ = !line.is_vector;
  dim_ = std::ssize(line.values);
  any_id_ = line.has_id;
  if (!named_) return;
  features_ = line.keys;
  for (const std::string& key : features_) {
    require(position_.emplace(key, position_.size()).second, "key '{}' occurs twice", excerpt(key));
  }
}

void JsonRows::add_values(const Line& line) {
  require(line.keys.empty() || !line.is_vector, "key '{}' beside x",
          excerpt(line.keys.empty() ? "" : line.keys[0]));
  if (count_ == 0) set_form(line);
  require(named_ == !line.is_vector, "is {}, the first sample was not",
          line.is_vector ? "an array" : "an object of features");
  require(std::ssize(line.values) == dim_, "{} features, expected {}", line.values.size(), dim_);
  require(line.has_id == any_id_, "{} id, unlike the first sample", any_id_ ? "has no" : "has an");
  if (named_) {
    add_features(line);
  } else {
    values_.append(line.values);
  }
}

/// Keys may come in another order than on the first line.
void JsonRows::add_features(const Line& line) {
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

void check_distinct(std::vector<std::string> labels) {
  std::sort(labels.begin(), labels.end());
  const auto twice = std::adjacent_find(labels.begin(), labels.end());
  if (twice != labels.end()) fail("the label '{}' occurs twice", excerpt(*twice));
}

void JsonRows::add(std::string_view text) try {
  LineEvents events(options_);
  json::sax_parse(text, &events);
  Line& line = events.line;
  if (line.labels.size() > 1) check_distinct(line.labels);
  add_values(line);
  ++count_;
  if (any_id_) {
    ids_.push_back(std::move(line.id));
    id_lines_.push_back(source_.line_number());
  }
  any_label_ = any_label_ || line.has_label;
  for (const std::string& label : line.labels) labels_.add(label);
  labels_.end_sample();
} catch (const Error& e) {
  fail("{}:{}: {}", source_.name(), source_.line_number(), e.what());
} catch (const json::exception&) {
  fail("{}:{}: is not JSON", source_.name(), source_.line_number());
}

bool JsonRows::read() {
  for (std::string_view line; source_.line(line);) {
    line = without_return(line);
    if (trimmed(line).empty()) continue;
    add(line);
    return true;
  }
  check_end();
  return false;
}

void JsonRows::check_end() const {
  require(count_ > 0, "{}: holds no samples", source_.name());
  require(any_label_ || options_.label.empty(), "{}: no sample has a key '{}'", source_.name(),
          options_.label);
  require(any_id_ || options_.id.empty(), "{}: no sample has a key '{}'", source_.name(),
          options_.id);
}

Dataset JsonRows::take() {
  check_unique(ids_, source_.name(),
               [&](std::size_t i) { return fmt::format("line {}", id_lines_[i]); });
  id_lines_.clear();
  Matrix x(dim_, static_cast<Index>(values_.size()) / dim_);
  values_.move_to(x.data());
  Labels labels = labels_.take();
  return {.x = Samples(std::move(x)),
          .labels = any_label_ ? std::move(labels) : Labels(),
          .ids = std::exchange(ids_, {}),
          .features = features_};
}

}  // namespace

bool looks_like_json_lines(std::string_view start) {
  const auto first = start.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && (start[first] == '{' || start[first] == '[');
}

std::unique_ptr<RowReader> json_rows(Source& source, const ReadOptions& options) {
  return std::make_unique<JsonRows>(source, options);
}

}  // namespace mahala::reading
