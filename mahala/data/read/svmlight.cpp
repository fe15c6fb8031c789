#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/sparse_rows.hpp"
#include "mahala/data/file/token.hpp"
#include "mahala/data/labels/labels.hpp"
#include "mahala/data/read/formats.hpp"

namespace mahala::reading {
namespace {

constexpr std::int64_t largest_index = std::numeric_limits<std::int32_t>::max();

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

struct SvmlightEntry {
  std::int64_t index = 0;
  double value = 0;
};

/// Is the token an index, a colon and a number? Sets the entry if so.
bool parse_entry(std::string_view token, SvmlightEntry& entry) {
  const char* last = token.data() + token.size();
  const auto [colon, error] = std::from_chars(token.data(), last, entry.index);
  if (error != std::errc{} || colon == last || *colon != ':') return false;
  const std::string_view value(colon + 1, static_cast<std::size_t>(last - colon - 1));
  return parse_number(value, entry.value) == Parsed::number;
}

/// The same, but the number may be missing.
bool is_entry(std::string_view token) {
  SvmlightEntry entry;
  if (parse_entry(token, entry)) return true;
  const std::size_t colon = token.find(':');
  long index = 0;
  return colon != std::string_view::npos && parse_integer(token.substr(0, colon), index) &&
         colon + 1 < token.size() && is_missing(token.substr(colon + 1));
}

class SvmlightRows : public RowReader {
 public:
  SvmlightRows(Source& source, const ReadOptions& options)
      : source_(source), options_(options), dim_(options.dim) {}

  bool read() override;
  std::size_t bytes() const override { return rows_.bytes() + sizeof(Index) * 2 * labelled_; }
  Dataset take() override;

 private:
  bool add(std::string_view line);
  void add_labels(std::string_view token);
  void add_entry(std::string_view token);
  SvmlightEntry unusual_entry(std::string_view token) const;
  void check_index(std::int64_t index) const;
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> message, Args&&... args) const {
    fail("{}:{}: {}", source_.name(), source_.line_number(),
         fmt::format(message, std::forward<Args>(args)...));
  }

  void check_end() const;

  Source& source_;
  const ReadOptions options_;
  SparseRows rows_;
  LabelBuilder labels_;
  std::size_t labelled_ = 0;  ///< labels held
  bool any_label_ = false, any_sample_ = false;
  Index dim_ = 0;
  std::int64_t last_index_ = -1;  ///< of the line being read
};

bool SvmlightRows::read() {
  for (std::string_view line; source_.line(line);) {
    if (add(line)) return any_sample_ = true;
  }
  check_end();
  return false;
}

/// False for a line that holds no sample.
bool SvmlightRows::add(std::string_view line) {
  line = without_comment(line);
  std::string_view token = take_token(line);
  if (token.empty()) return false;
  if (token.find(':') == std::string_view::npos) {
    add_labels(token);
    token = take_token(line);
  }
  labels_.end_sample();
  last_index_ = -1;
  for (; !token.empty(); token = take_token(line)) add_entry(token);
  rows_.end_sample();
  return true;
}

void SvmlightRows::add_labels(std::string_view token) {
  any_label_ = true;
  std::vector<std::string_view> own;
  for (std::size_t begin = 0; begin <= token.size();) {
    const std::size_t end = std::min(token.find(',', begin), token.size());
    const std::string_view label = token.substr(begin, end - begin);
    if (label.empty()) refuse("a label of '{}' is empty", excerpt(token));
    if (is_missing(label)) refuse("{}", no_label(label));
    own.push_back(label);
    labels_.add(label);
    begin = end + 1;
  }
  labelled_ += own.size();
  if (own.size() == 1) return;
  std::sort(own.begin(), own.end());
  const auto twice = std::adjacent_find(own.begin(), own.end());
  if (twice != own.end()) refuse("the label '{}' occurs twice", excerpt(*twice));
}

void SvmlightRows::add_entry(std::string_view token) {
  SvmlightEntry entry;
  if (!parse_entry(token, entry)) entry = unusual_entry(token);
  check_index(entry.index);
  last_index_ = entry.index;
  const std::int64_t feature = entry.index - (options_.zero_based ? 0 : 1);
  if (options_.exact_dim && feature >= options_.dim) {
    refuse("feature {}: there are {} features", entry.index, options_.dim);
  }
  dim_ = std::max<Index>(dim_, feature + 1);
  if (entry.value != 0) rows_.add(feature, entry.value);
}

/// An entry whose value is missing and may be; Error for everything else.
SvmlightEntry SvmlightRows::unusual_entry(std::string_view token) const {
  const std::size_t colon = std::min(token.find(':'), token.size());
  const std::string_view index = token.substr(0, colon), value = token.substr(colon);
  if (index == "qid" && !value.empty()) refuse("query ids (qid:) are not supported");
  long number = 0;
  if (value.empty() || !parse_integer(index, number)) {
    refuse("'{}' is not of the form index:value", excerpt(token));
  }
  SvmlightEntry entry{.index = number};
  const Parsed parsed = parse_number(value.substr(1), entry.value);
  const bool usable =
      parsed == Parsed::number || (parsed == Parsed::missing && options_.keep_missing);
  if (!usable)
    refuse("feature {}: {}", number, complaint(parsed, value.substr(1), options_.missing_advice));
  return entry;
}

void SvmlightRows::check_index(std::int64_t index) const {
  if (index == 0 && !options_.zero_based) {
    refuse("feature 0: indices start at 1 (set option zero_based if they start at 0)");
  }
  if (index < 0) refuse("feature {}: the index is negative", index);
  if (index > largest_index) refuse("feature {}: the index is above {}", index, largest_index);
  if (index == last_index_) refuse("feature {} occurs twice", index);
  if (index < last_index_) refuse("feature {} follows feature {}", index, last_index_);
}

void SvmlightRows::check_end() const {
  require(any_sample_, "{}: holds no samples", source_.name());
  require(dim_ > 0, "{}: holds no features", source_.name());
  require(any_label_ || options_.label.empty(), "{}: no sample has a label", source_.name());
}

Dataset SvmlightRows::take() {
  labelled_ = 0;
  Labels labels = labels_.take();
  return {.x = rows_.take(dim_), .labels = any_label_ ? std::move(labels) : Labels()};
}

/// Does the first line that decides read "label index:value ..."?
bool looks_like_svmlight(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = without_comment(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view first = take_token(line), second = take_token(line);
    if (first.empty()) continue;
    if (is_entry(second.empty() ? first : second) || second.starts_with("qid:")) return true;
    // A single label may be a sample without features, or a table of one column.
    if (!second.empty() || first.find_first_of(",;\"") != std::string_view::npos) return false;
  }
  return false;
}

}  // namespace

Evidence svmlight_evidence(const Source& source) {
  return evidence_if(looks_like_svmlight(source.peek()), Evidence::entries);
}

Rows svmlight_rows(Source& source, const ReadOptions& options) {
  const bool label_fits =
      options.label.empty() || options.label == "label" || options.own_labels_will_do;
  require(label_fits && options.id.empty(), "{}: svmlight files have no {} column to choose",
          source.name(), label_fits ? "id" : "label");
  return std::make_unique<SvmlightRows>(source, options);
}

}  // namespace mahala::reading
