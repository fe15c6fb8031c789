#include "mahala/data/read/json_line.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "mahala/core/error.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/read/array.hpp"
#include "mahala/data/read/columns.hpp"
#include "mahala/data/read/formats.hpp"

namespace mahala::reading {
namespace {

using nlohmann::json;

constexpr std::size_t longest_line = std::size_t{1} << 28;

/// Takes the events of the parser, so that nothing is built that a line can make deep or large.
class LineEvents : public nlohmann::json_sax<json> {
 public:
  LineEvents(const ReadOptions& options, const std::string& field)
      : label_(options.label.empty() ? "label" : options.label),
        id_(options.id.empty() ? "id" : options.id),
        group_(options.group),
        field_(field),
        options_(options),
        chosen_(listed(options.columns)),
        dropped_(listed(options.drop)),
        keep_missing_(options.keep_missing),
        missing_advice_(options.missing_advice) {}

  JsonLine line = {};

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
  enum class Role { vector, feature, label, id, group, document, ignored };

  bool take(double number, std::string name);
  Role role_of(const std::string& key) const;
  bool is_feature(const std::string& key) const;
  bool takes_text(const std::string& key) const;

  std::string label_, id_, group_, field_, key_;
  const ReadOptions& options_;
  std::vector<std::string> chosen_, dropped_;
  bool keep_missing_;
  std::string missing_advice_;
  int depth_ = 0;
  Role role_ = Role::vector;
};

bool LineEvents::take(double number, std::string name) {
  if (role_ == Role::ignored) return true;
  require(depth_ > 0, "is a number, not an object{}", field_.empty() ? " or array" : "");
  require(role_ != Role::document, "key '{}' is not a text", excerpt(key_));
  if (role_ == Role::label) {
    require(!name.empty(), "the label is missing");
    line.labels.push_back(std::move(name));
  } else if (role_ == Role::id) {
    line.id = std::move(name);
  } else if (role_ == Role::group) {
    line.group = std::move(name);
  } else {
    if (role_ == Role::feature) line.keys.push_back(key_);
    line.values.push_back(number);
  }
  return true;
}

bool LineEvents::null() {
  if (role_ == Role::ignored) return true;
  require(role_ != Role::label && role_ != Role::id && role_ != Role::group,
          "the {} is missing (null)", key_);
  require(role_ != Role::document, "key '{}' is null, not a text", excerpt(key_));
  require(depth_ > 0 && (keep_missing_ || (role_ == Role::feature && takes_text(key_))), "{}",
          depth_ > 0 ? complaint(Parsed::missing, "", missing_advice_)
                     : "is null, not an object or array");
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
  if (role_ == Role::ignored) return true;
  require(depth_ > 0, "is a text, not an object{}", field_.empty() ? " or array" : "");
  if (role_ == Role::document) {
    line.document = std::move(value);
    return true;
  }
  if (role_ == Role::feature && takes_text(key_)) {
    line.texts.emplace_back(line.values.size(), std::move(value));
    return take(std::numeric_limits<double>::quiet_NaN(), "");
  }
  require(role_ != Role::feature, "key '{}': '{}' is not a number{}", excerpt(key_), excerpt(value),
          ways_out(key_, value));
  require(role_ != Role::vector, "'{}' is not a number", excerpt(value));
  require(role_ == Role::label || !value.empty(), "the {} is missing",
          role_ == Role::id ? "id" : "group");
  return take(0, std::move(value));
}

bool LineEvents::start_object(std::size_t) {
  require(depth_ == 0 || role_ == Role::ignored, "an object {}",
          role_ == Role::document ? fmt::format("in key '{}', not a text", excerpt(key_))
                                  : "inside the sample");
  if (depth_++ == 0) role_ = Role::feature;
  return true;
}

LineEvents::Role LineEvents::role_of(const std::string& key) const {
  if (!field_.empty() && key == field_) return Role::document;
  if (key == label_ || (key == "label" && options_.own_labels_will_do)) return Role::label;
  if (key == id_) return Role::id;
  if (!group_.empty() && key == group_) return Role::group;
  return field_.empty() && is_feature(key) ? Role::feature : Role::ignored;
}

bool LineEvents::is_feature(const std::string& key) const {
  const auto in = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), key) != names.end();
  };
  if (options_.table) {
    return std::ranges::find(options_.table->columns, key, &TableColumn::name) !=
           options_.table->columns.end();
  }
  return (chosen_.empty() || in(chosen_)) && !in(dropped_);
}

/// As a column of a table (text_columns.hpp).
bool LineEvents::takes_text(const std::string& key) const {
  if (!options_.table) return options_.encode == "one-hot";
  const auto column = std::ranges::find(options_.table->columns, key, &TableColumn::name);
  return column != options_.table->columns.end() && !column->categories.empty();
}

bool LineEvents::key(string_t& value) {
  if (depth_ > 1) return true;  // of an object that is ignored
  key_ = std::move(value);
  role_ = role_of(key_);
  bool* seen = role_ == Role::label      ? &line.has_label
               : role_ == Role::id       ? &line.has_id
               : role_ == Role::group    ? &line.has_group
               : role_ == Role::document ? &line.has_document
                                         : nullptr;
  if (seen == nullptr) return true;
  require(!*seen, "key '{}' occurs twice", excerpt(key_));
  *seen = true;
  return true;
}

bool LineEvents::start_array(std::size_t) {
  if (role_ == Role::ignored) return ++depth_, true;
  require(role_ != Role::document, "an array in key '{}', not a text", excerpt(key_));
  if (depth_ == 0) {
    require(field_.empty(), "is an array, not an object");
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

void check_distinct(std::vector<std::string> labels) {
  std::sort(labels.begin(), labels.end());
  const auto twice = std::adjacent_find(labels.begin(), labels.end());
  if (twice != labels.end()) fail("the label '{}' occurs twice", excerpt(*twice));
}

}  // namespace

JsonLine parse_json_line(std::string_view text, const ReadOptions& options,
                         const std::string& field) {
  LineEvents events(options, field);
  try {
    json::sax_parse(text, &events);
  } catch (const json::exception&) {
    fail("is not JSON");
  }
  require(field.empty() || events.line.has_document, "has no key '{}'", excerpt(field));
  if (events.line.labels.size() > 1) check_distinct(events.line.labels);
  return std::move(events.line);
}

bool read_json_line(Source& source, const std::function<void(std::string_view)>& visit) {
  source.limit_lines(longest_line);
  for (std::string_view line; source.line(line);) {
    line = without_return(line);
    if (trimmed(line).empty()) continue;
    try {
      visit(line);
      return true;
    } catch (const Error& e) {
      fail("{}:{}: {}", source.name(), source.line_number(), e.what());
    }
  }
  return false;
}

void SampleNames::add(JsonLine& line, Index line_number) {
  if (!any_) any_id_ = line.has_id;
  if (!any_) any_group_ = line.has_group;
  any_ = true;
  require(line.has_group == any_group_, "{} group, unlike the first sample",
          any_group_ ? "has no" : "has a");
  if (any_group_) {
    groups_.add(line.group);
    groups_.end_sample();
  }
  require(line.has_id == any_id_, "{} id, unlike the first sample", any_id_ ? "has no" : "has an");
  if (any_id_) {
    ids_.push_back(std::move(line.id));
    id_lines_.push_back(line_number);
  }
  any_label_ = any_label_ || line.has_label;
  for (const std::string& label : line.labels) labels_.add(label);
  labels_.end_sample();
}

void SampleNames::check_end(const ReadOptions& options, const std::string& file) const {
  require(any_, "{}: holds no samples", file);
  require(any_label_ || options.label.empty() || options.own_labels_will_do,
          "{}: no sample has a key '{}'", file, options.label);
  require(any_id_ || options.id.empty(), "{}: no sample has a key '{}'", file, options.id);
  require(any_group_ || options.group.empty(), "{}: no sample has a key '{}'", file, options.group);
}

void SampleNames::move_to(Dataset& data, const std::string& file) {
  check_unique(ids_, file, [&](std::size_t i) { return fmt::format("line {}", id_lines_[i]); });
  id_lines_.clear();
  data.ids = std::exchange(ids_, {});
  data.groups = groups_.take();
  Labels labels = labels_.take();
  if (any_label_) data.labels = std::move(labels);
}

}  // namespace mahala::reading
