#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>

#include "mahala/core/error.hpp"
#include "mahala/data/read/chunks.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/number.hpp"
#include "mahala/data/read/token.hpp"

namespace mahala::reading {
namespace {

constexpr std::int64_t largest_index = std::numeric_limits<std::int32_t>::max();

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

struct Entry {
  std::int64_t index = 0;
  double value = 0;
};

/// Is the token an index, a colon and a number? Sets the entry if so.
bool parse_entry(std::string_view token, Entry& entry) {
  const char* last = token.data() + token.size();
  const auto [colon, error] = std::from_chars(token.data(), last, entry.index);
  if (error != std::errc{} || colon == last || *colon != ':') return false;
  const std::string_view value(colon + 1, static_cast<std::size_t>(last - colon - 1));
  return parse_number(value, entry.value) == Parsed::number;
}

/// The samples read so far, as the three lists of a compressed sparse matrix.
class SparseRows {
 public:
  SparseRows(const Source& source, const ReadOptions& options)
      : source_(source), options_(options), dim_(options.dim) {}

  void add(std::string_view line);
  Dataset finish();

 private:
  void add_labels(std::string_view token);
  void add_entry(std::string_view token);
  Entry unusual_entry(std::string_view token) const;
  void check_index(std::int64_t index) const;
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> message, Args&&... args) const {
    fail("{}:{}: {}", source_.name(), source_.line_number(),
         fmt::format(message, std::forward<Args>(args)...));
  }

  const Source& source_;
  const ReadOptions& options_;
  Chunks<double> values_;
  Chunks<std::int32_t> indices_;
  std::vector<Index> ends_;
  std::vector<std::vector<std::string>> labels_;
  bool any_label_ = false;
  Index dim_ = 0;
  std::int64_t last_index_ = -1;  ///< of the line being read
};

void SparseRows::add(std::string_view line) {
  line = without_comment(line);
  std::string_view token = take_token(line);
  if (token.empty()) return;
  labels_.emplace_back();
  if (token.find(':') == std::string_view::npos) {
    add_labels(token);
    token = take_token(line);
  }
  last_index_ = -1;
  for (; !token.empty(); token = take_token(line)) add_entry(token);
  ends_.push_back(static_cast<Index>(values_.size()));
}

void SparseRows::add_labels(std::string_view token) {
  any_label_ = true;
  auto& own = labels_.back();
  for (std::size_t begin = 0; begin <= token.size();) {
    const std::size_t end = std::min(token.find(',', begin), token.size());
    const std::string_view label = token.substr(begin, end - begin);
    if (label.empty()) refuse("a label of '{}' is empty", excerpt(token));
    if (is_missing(label)) refuse("{}", no_label(label));
    own.emplace_back(label);
    begin = end + 1;
  }
  if (own.size() == 1) return;
  std::vector<std::string_view> sorted(own.begin(), own.end());
  std::sort(sorted.begin(), sorted.end());
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) refuse("the label '{}' occurs twice", excerpt(*twice));
}

void SparseRows::add_entry(std::string_view token) {
  Entry entry;
  if (!parse_entry(token, entry)) entry = unusual_entry(token);
  check_index(entry.index);
  last_index_ = entry.index;
  const std::int64_t feature = entry.index - (options_.zero_based ? 0 : 1);
  dim_ = std::max<Index>(dim_, feature + 1);
  if (entry.value == 0) return;
  *indices_.grow(1) = static_cast<std::int32_t>(feature);
  *values_.grow(1) = entry.value;
}

/// An entry whose value is missing and may be; Error for everything else.
Entry SparseRows::unusual_entry(std::string_view token) const {
  const std::size_t colon = std::min(token.find(':'), token.size());
  const std::string_view index = token.substr(0, colon), value = token.substr(colon);
  if (index == "qid" && !value.empty()) refuse("query ids (qid:) are not supported");
  long number = 0;
  if (value.empty() || !parse_integer(index, number)) {
    refuse("'{}' is not of the form index:value", excerpt(token));
  }
  Entry entry{.index = number};
  const Parsed parsed = parse_number(value.substr(1), entry.value);
  const bool usable =
      parsed == Parsed::number || (parsed == Parsed::missing && options_.keep_missing);
  if (!usable) refuse("feature {}: {}", number, complaint(parsed, value.substr(1)));
  return entry;
}

void SparseRows::check_index(std::int64_t index) const {
  if (index == 0 && !options_.zero_based) {
    refuse("feature 0: indices start at 1 (use --zero-based if they start at 0)");
  }
  if (index < 0) refuse("feature {}: the index is negative", index);
  if (index > largest_index) refuse("feature {}: the index is above {}", index, largest_index);
  if (index == last_index_) refuse("feature {} occurs twice", index);
  if (index < last_index_) refuse("feature {} follows feature {}", index, last_index_);
}

Dataset SparseRows::finish() {
  require(!ends_.empty(), "{}: holds no samples", source_.name());
  require(dim_ > 0, "{}: holds no features", source_.name());
  require(any_label_ || options_.label.empty(), "{}: no sample has a label", source_.name());
  Dataset data;
  // Filled where it stays: Eigen's sparse matrices copy when they are moved.
  auto& x = data.x.storage().emplace<SparseMatrix>(dim_, std::ssize(ends_));
  x.resizeNonZeros(static_cast<Index>(values_.size()));
  std::copy(ends_.begin(), ends_.end(), x.outerIndexPtr() + 1);
  values_.move_to(x.valuePtr());
  indices_.move_to(x.innerIndexPtr());
  if (any_label_) data.labels = Labels::from_names(labels_);
  return data;
}

}  // namespace

bool looks_like_svmlight(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = without_comment(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string_view first = take_token(line), second = take_token(line);
    if (first.empty()) continue;
    Entry ignored;
    if (parse_entry(second.empty() ? first : second, ignored)) return true;
    // A single label may be a sample without features, or a table of one column.
    if (!second.empty() || first.find_first_of(",;\"") != std::string_view::npos) return false;
  }
  return false;
}

Dataset read_svmlight(Source& source, const ReadOptions& options) {
  const bool label_fits = options.label.empty() || options.label == "label";
  require(label_fits && options.id.empty(), "{}: svmlight files have no {} column to choose",
          source.name(), label_fits ? "id" : "label");
  SparseRows rows(source, options);
  for (std::string_view line; source.line(line);) rows.add(line);
  return rows.finish();
}

}  // namespace mahala::reading
