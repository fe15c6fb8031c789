#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "mahala/core/error.hpp"
#include "mahala/data/read/chunks.hpp"
#include "mahala/data/read/columns.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/number.hpp"
#include "mahala/data/read/records.hpp"

namespace mahala::reading {
namespace {

/// The samples read so far, one record each.
class Table {
 public:
  Table(Columns columns, bool keep_missing, const std::string& file)
      : columns_(std::move(columns)), keep_missing_(keep_missing), file_(file) {}

  void add(const Records& record);
  Dataset finish();

 private:
  double unusual_value(std::string_view cell, Index column, Index line) const;
  void add_label(std::string_view cell, Index line);
  void add_id(std::string_view cell, Index line);
  std::vector<std::string> feature_names();
  void check_not_row_numbers(const Matrix& x) const;

  Columns columns_;
  bool keep_missing_;
  const std::string& file_;
  Chunks<double> values_;
  std::vector<std::string> labels_, ids_;
  std::vector<Index> id_lines_;
};

void Table::add(const Records& record) {
  const auto cells = record.cells();
  require(std::ssize(cells) == columns_.count, "{}:{}: {} cells, expected {}", file_, record.line(),
          cells.size(), columns_.count);
  double* out = values_.grow(static_cast<std::size_t>(columns_.features()));
  for (Index k = 0; const std::string_view cell : cells) {
    if (columns_.is_feature(k)) {
      if (parse_number(cell, *out) != Parsed::number) {
        *out = unusual_value(cell, k, record.line());
      }
      ++out;
    }
    ++k;
  }
  if (columns_.label >= 0)
    add_label(cells[static_cast<std::size_t>(columns_.label)], record.line());
  if (columns_.id >= 0) add_id(cells[static_cast<std::size_t>(columns_.id)], record.line());
}

/// NaN for a missing value that may be; Error for everything else.
double Table::unusual_value(std::string_view cell, Index column, Index line) const {
  double value = 0;
  const Parsed parsed = parse_number(cell, value);
  if (parsed == Parsed::missing && keep_missing_) return value;
  const bool first = static_cast<Index>(values_.size()) == columns_.features();
  fail("{}:{}: {}: {}{}", file_, line,
       parsed == Parsed::missing ? columns_.describe(column) : columns_.locate(column),
       complaint(parsed, cell), first ? columns_.hint() : "");
}

void Table::add_label(std::string_view cell, Index line) {
  if (is_missing(cell)) {
    fail("{}:{}: {}: {}", file_, line, columns_.describe(columns_.label), no_label(cell));
  }
  labels_.emplace_back(cell);
}

void Table::add_id(std::string_view cell, Index line) {
  if (cell.empty()) {
    fail("{}:{}: {}: the id is missing", file_, line, columns_.describe(columns_.id));
  }
  ids_.emplace_back(cell);
  id_lines_.push_back(line);
}

std::vector<std::string> Table::feature_names() {
  std::vector<std::string> names;
  for (Index k = 0; k < std::ssize(columns_.names); ++k) {
    if (columns_.is_feature(k)) {
      names.push_back(std::move(columns_.names[static_cast<std::size_t>(k)]));
    }
  }
  return names;
}

/// What pandas writes unless told index=False: a column without name that holds 0, 1, 2, ...
void Table::check_not_row_numbers(const Matrix& x) const {
  if (columns_.names.empty() || columns_.has_name(0) || !columns_.is_feature(0)) return;
  for (Index i = 0; i < x.cols(); ++i) {
    if (x(0, i) != static_cast<double>(i)) return;
  }
  fail("{}: column 0 has no name and counts the rows; name it, or take it as --id 0", file_);
}

Dataset Table::finish() {
  const Index d = columns_.features(), n = static_cast<Index>(values_.size()) / d;
  require(n > 0, "{}: holds no samples", file_);
  check_unique(ids_, file_, [&](std::size_t i) { return fmt::format("line {}", id_lines_[i]); });
  Matrix x(d, n);
  values_.move_to(x.data());
  check_not_row_numbers(x);
  return {.x = Samples(std::move(x)),
          .labels = labels_.empty() ? Labels() : Labels::from_names(labels_),
          .ids = std::move(ids_),
          .features = feature_names()};
}

std::size_t numbers_in(std::string_view text) {
  std::size_t count = 0;
  double ignored = 0;
  for (text = trimmed(text); !text.empty(); text = trimmed(text)) {
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    if (parse_number(text.substr(0, end), ignored) == Parsed::number) ++count;
    text.remove_prefix(end);
  }
  return count;
}

/// Error for a table of one column whose first sample is several numbers; `rest` follows the
/// first line, which may be a header.
void check_separated(std::string_view first_line, std::string_view rest,
                     std::string_view separators, const std::string& file) {
  rest.remove_prefix(std::min(rest.find_first_not_of(" \r\n"), rest.size()));
  const std::string_view second_line = rest.substr(0, rest.find_first_of("\r\n"));
  const std::string_view sample = second_line.empty() ? first_line : second_line;
  if (numbers_in(sample) < 2 || sample.find_first_of(separators) != sample.npos) return;
  fail("{}: '{}' is one cell; columns must be separated by {}", file, excerpt(sample),
       separators == "\t"   ? "tabs"
       : separators == ",;" ? "commas or semicolons"
                            : "commas, tabs or semicolons");
}

}  // namespace

Dataset read_csv(Source& source, const ReadOptions& options, std::string_view separators) {
  Records records(source, sniff_separator(source.peek(), separators));
  require(records.next(), "{}: holds no samples", source.name());
  if (records.cells().size() == 1) {
    check_separated(records.cells()[0], source.peek(), separators, source.name());
  }
  const Columns columns = find_columns(records.cells(), options, source.name());
  Table table(columns, options.keep_missing, source.name());
  if (columns.names.empty()) table.add(records);
  while (records.next()) table.add(records);
  return table.finish();
}

void check_unique(const std::vector<std::string>& ids, const std::string& file,
                  const std::function<std::string(std::size_t)>& place) {
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto [first, is_new] = seen.emplace(ids[i], i);
    if (is_new) continue;
    fail("{}: the id '{}' of {} is that of {}", file, excerpt(ids[i]), place(i),
         place(first->second));
  }
}

}  // namespace mahala::reading
