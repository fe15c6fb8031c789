#include <fmt/format.h>

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
  fail("{}:{}: {}: {}", file_, line,
       parsed == Parsed::missing ? columns_.describe(column) : columns_.locate(column),
       complaint(parsed, cell));
}

void Table::add_label(std::string_view cell, Index line) {
  if (cell.empty()) {
    fail("{}:{}: {}: the label is missing", file_, line, columns_.describe(columns_.label));
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

Dataset Table::finish() {
  const Index d = columns_.features(), n = static_cast<Index>(values_.size()) / d;
  require(n > 0, "{}: holds no samples", file_);
  check_unique(ids_, file_, [&](std::size_t i) { return fmt::format("line {}", id_lines_[i]); });
  Matrix x(d, n);
  values_.move_to(x.data());
  return {.x = Samples(std::move(x)),
          .labels = labels_.empty() ? Labels() : Labels::from_names(labels_),
          .ids = std::move(ids_),
          .features = feature_names()};
}

}  // namespace

Dataset read_csv(Source& source, const ReadOptions& options, std::string_view separators) {
  Records records(source, sniff_separator(source.peek(), separators));
  require(records.next(), "{}: holds no samples", source.name());
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
