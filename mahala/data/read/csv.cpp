#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "mahala/core/error.hpp"
#include "mahala/data/file/chunks.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/records.hpp"
#include "mahala/data/labels/labels.hpp"
#include "mahala/data/read/columns.hpp"
#include "mahala/data/read/formats.hpp"

namespace mahala::reading {
namespace {

class Table : public RowReader {
 public:
  Table(Source& source, const ReadOptions& options, std::string_view separators);

  bool read() override;
  std::size_t bytes() const override {
    return sizeof(double) * values_.size() + sizeof(std::string) * ids_.size();
  }
  Dataset take() override;

 private:
  void add();
  double unusual_value(std::string_view cell, Index column) const;
  void add_label(std::string_view cell);
  void add_id(std::string_view cell);
  std::vector<std::string> feature_names() const;
  void check_end() const;

  Records records_;
  Columns columns_;
  bool keep_missing_;
  std::string missing_advice_;
  const std::string& file_;
  bool waiting_ = false;      ///< the first record is a sample, and not yet read
  bool counts_rows_ = false;  ///< column 0 has no name and held 0, 1, 2, ... so far
  Index rows_ = 0;
  Chunks<double> values_;
  LabelBuilder labels_;
  std::vector<std::string> ids_;
  std::vector<Index> id_lines_;
};

bool Table::read() {
  if (!std::exchange(waiting_, false) && !records_.next()) {
    check_end();
    return false;
  }
  add();
  ++rows_;
  return true;
}

void Table::add() {
  const auto cells = records_.cells();
  require(std::ssize(cells) == columns_.count, "{}:{}: {} cells, expected {}", file_,
          records_.line(), cells.size(), columns_.count);
  double* const row = values_.grow(static_cast<std::size_t>(columns_.features()));
  double* out = row;
  for (Index k = 0; const std::string_view cell : cells) {
    if (columns_.is_feature(k)) {
      if (parse_number(cell, *out) != Parsed::number) *out = unusual_value(cell, k);
      ++out;
    }
    ++k;
  }
  counts_rows_ = counts_rows_ && *row == static_cast<double>(rows_);
  if (columns_.label >= 0) add_label(cells[static_cast<std::size_t>(columns_.label)]);
  if (columns_.id >= 0) add_id(cells[static_cast<std::size_t>(columns_.id)]);
}

/// NaN for a missing value that may be; Error for everything else.
double Table::unusual_value(std::string_view cell, Index column) const {
  double value = 0;
  const Parsed parsed = parse_number(cell, value);
  if (parsed == Parsed::missing && keep_missing_) return value;
  fail("{}:{}: {}: {}{}", file_, records_.line(),
       parsed == Parsed::missing ? columns_.describe(column) : columns_.locate(column),
       complaint(parsed, cell, missing_advice_), rows_ == 0 ? columns_.hint() : "");
}

void Table::add_label(std::string_view cell) {
  if (is_missing(cell)) {
    fail("{}:{}: {}: {}", file_, records_.line(), columns_.describe(columns_.label),
         no_label(cell));
  }
  labels_.add(cell);
  labels_.end_sample();
}

void Table::add_id(std::string_view cell) {
  if (cell.empty()) {
    fail("{}:{}: {}: the id is missing", file_, records_.line(), columns_.describe(columns_.id));
  }
  ids_.emplace_back(cell);
  id_lines_.push_back(records_.line());
}

std::vector<std::string> Table::feature_names() const {
  std::vector<std::string> names;
  for (Index k = 0; k < std::ssize(columns_.names); ++k) {
    if (columns_.is_feature(k)) names.push_back(columns_.names[static_cast<std::size_t>(k)]);
  }
  return names;
}

/// What counts the rows is what pandas writes unless told index=False.
void Table::check_end() const {
  require(rows_ > 0, "{}: holds no samples", file_);
  require(!counts_rows_,
          "{}: column 0 has no name and counts the rows; name it, or take it as option id=0",
          file_);
}

Dataset Table::take() {
  check_unique(ids_, file_, [&](std::size_t i) { return fmt::format("line {}", id_lines_[i]); });
  id_lines_.clear();
  const Index d = columns_.features();
  Matrix x(d, static_cast<Index>(values_.size()) / d);
  values_.move_to(x.data());
  return {.x = Samples(std::move(x)),
          .labels = labels_.take(),
          .ids = std::exchange(ids_, {}),
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

/// Which separators may be found in the first line.
std::string_view separators_of(std::string_view format) {
  if (format == "tsv") return "\t";
  return format == "csv" ? ",;" : ",\t;";
}

Table::Table(Source& source, const ReadOptions& options, std::string_view separators)
    : records_(source, sniff_separator(source.peek(), separators)),
      keep_missing_(options.keep_missing),
      missing_advice_(options.missing_advice),
      file_(source.name()) {
  require(records_.next(), "{}: holds no samples", file_);
  if (records_.cells().size() == 1) {
    check_separated(records_.cells()[0], source.peek(), separators, file_);
  }
  columns_ = find_columns(records_.cells(), options, file_);
  waiting_ = columns_.names.empty();
  counts_rows_ = !columns_.names.empty() && !columns_.has_name(0) && columns_.is_feature(0);
}

}  // namespace

Evidence csv_evidence(const Source&) { return Evidence::fallback; }

Rows csv_rows(Source& source, const ReadOptions& options) {
  return std::make_unique<Table>(source, options, separators_of(options.format));
}

}  // namespace mahala::reading
