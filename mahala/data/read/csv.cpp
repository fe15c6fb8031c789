#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "mahala/core/error.hpp"
#include "mahala/data/file/chunks.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/records.hpp"
#include "mahala/data/labels/labels.hpp"
#include "mahala/data/read/columns.hpp"
#include "mahala/data/read/formats.hpp"
#include "mahala/data/read/text_columns.hpp"

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
  bool needs_all() const override { return texts_.needs_all(); }

 private:
  void add();
  double unusual_value(std::string_view cell, Index column);
  void add_label(std::string_view cell);
  void add_group(std::string_view cell);
  void add_id(std::string_view cell);
  void check_end() const;

  Records records_;
  Columns columns_;
  bool keep_missing_;
  std::string missing_advice_;
  const std::string& file_;
  bool label_asked_;
  bool waiting_ = false;        ///< the first record is a sample, and not yet read
  bool counts_rows_ = false;    ///< column 0 has no name and held 0, 1, 2, ... so far
  Index rows_ = 0, taken_ = 0;  ///< all, and those given out already
  Chunks<double> values_;
  TextColumns texts_;
  bool any_label_ = false;
  LabelBuilder labels_, groups_;
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
  for (Index k = 0; const std::string_view cell : cells) {
    const Index place = columns_.place[static_cast<std::size_t>(k)];
    if (place >= 0 && parse_number(cell, row[place]) != Parsed::number) {
      row[place] = unusual_value(cell, k);
    }
    ++k;
  }
  counts_rows_ = counts_rows_ && *row == static_cast<double>(rows_);
  if (columns_.label >= 0) add_label(cells[static_cast<std::size_t>(columns_.label)]);
  if (columns_.group >= 0) add_group(cells[static_cast<std::size_t>(columns_.group)]);
  if (columns_.id >= 0) add_id(cells[static_cast<std::size_t>(columns_.id)]);
}

/// NaN for a missing value that may be, and for text that is encoded; Error for everything else.
double Table::unusual_value(std::string_view cell, Index column) {
  double value = 0;
  const Parsed parsed = parse_number(cell, value);
  const Index place = columns_.place[static_cast<std::size_t>(column)];
  if (texts_.accepts(place) && (parsed == Parsed::missing || parsed == Parsed::other)) {
    if (parsed == Parsed::missing) {
      texts_.add_missing(place, records_.line());
    } else {
      texts_.add(place, rows_ - taken_, cell);
    }
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (parsed == Parsed::missing && keep_missing_) return value;
  const std::string_view hint = rows_ == 0 ? columns_.hint() : "";
  const auto name = columns_.has_name(column) ? columns_.names[static_cast<std::size_t>(column)]
                                              : std::to_string(column);
  fail("{}:{}: {}: {}{}{}", file_, records_.line(),
       parsed == Parsed::missing ? columns_.describe(column) : columns_.locate(column),
       complaint(parsed, cell, missing_advice_),
       parsed == Parsed::other && hint.empty() ? ways_out(name, cell) : "", hint);
}

/// A sample whose label is missing has none.
void Table::add_label(std::string_view cell) {
  if (!is_missing(cell)) {
    labels_.add(cell);
    any_label_ = true;
  }
  labels_.end_sample();
}

void Table::add_group(std::string_view cell) {
  if (is_missing(cell)) {
    fail("{}:{}: {}: the group is missing", file_, records_.line(),
         columns_.describe(columns_.group));
  }
  groups_.add(cell);
  groups_.end_sample();
}

void Table::add_id(std::string_view cell) {
  if (cell.empty()) {
    fail("{}:{}: {}: the id is missing", file_, records_.line(), columns_.describe(columns_.id));
  }
  ids_.emplace_back(cell);
  id_lines_.push_back(records_.line());
}

/// What counts the rows is what pandas writes unless told index=False.
void Table::check_end() const {
  require(rows_ > 0, "{}: holds no samples", file_);
  if (label_asked_ && columns_.label >= 0 && !any_label_) {
    fail("{}: {} holds no label in any row", file_, columns_.describe(columns_.label));
  }
  require(!counts_rows_,
          "{}: column 0 has no name and counts the rows; name it, take it as option id=0, or leave "
          "it out with option drop=0",
          file_);
}

Dataset Table::take() {
  check_unique(ids_, file_, [&](std::size_t i) { return fmt::format("line {}", id_lines_[i]); });
  id_lines_.clear();
  const Index d = columns_.features();
  Matrix x(d, static_cast<Index>(values_.size()) / d);
  values_.move_to(x.data());
  taken_ = rows_;
  Dataset data{.ids = std::exchange(ids_, {}), .groups = groups_.take()};
  if (Labels labels = labels_.take(); any_label_) data.labels = std::move(labels);
  if (!columns_.names.empty()) data.features = columns_.feature_names();
  texts_.encode(std::move(x), columns_.feature_names(), columns_.chosen, file_, data);
  return data;
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
      file_(source.name()),
      label_asked_(!options.label.empty()),
      texts_(options) {
  require(records_.next(), "{}: holds no samples", file_);
  if (records_.cells().size() == 1) {
    check_separated(records_.cells()[0], source.peek(), separators, file_);
  }
  columns_ = find_columns(records_.cells(), options, file_);
  waiting_ = columns_.names.empty();
  counts_rows_ = !columns_.names.empty() && !columns_.has_name(0) && columns_.place[0] == 0;
}

}  // namespace

Evidence csv_evidence(const Source&) { return Evidence::fallback; }

Rows csv_rows(Source& source, const ReadOptions& options) {
  return std::make_unique<Table>(source, options, separators_of(options.format));
}

}  // namespace mahala::reading
