#include "mahala/data/read/columns.hpp"

#include <algorithm>

#include "mahala/core/error.hpp"
#include "mahala/core/suggest.hpp"
#include "mahala/data/file/number.hpp"

namespace mahala::reading {
namespace {

constexpr std::size_t names_shown = 20;

bool is_number_or_missing(std::string_view cell) {
  double ignored = 0;
  return parse_number(cell, ignored) != Parsed::other;
}

/// A position is no evidence of a header: "4" may well be a number of the first sample.
bool names_a_cell(std::string_view wish, std::span<const std::string_view> cells) {
  long ignored = 0;
  return !wish.empty() && !parse_integer(wish, ignored) &&
         std::find(cells.begin(), cells.end(), wish) != cells.end();
}

bool is_header(std::span<const std::string_view> cells, const ReadOptions& options) {
  if (options.header != "auto") return options.header == "yes";
  // pandas leaves the name of its index empty.
  const auto names = cells.subspan(cells.size() > 1 && cells[0].empty() ? 1 : 0);
  return std::none_of(names.begin(), names.end(), is_number_or_missing) ||
         names_a_cell(options.label.empty() ? "label" : options.label, cells) ||
         names_a_cell(options.id, cells);
}

bool has_words(std::span<const std::string_view> cells, const Columns& columns) {
  for (Index k = 0; const std::string_view cell : cells) {
    if (columns.is_feature(k++) && !is_number_or_missing(cell)) return true;
  }
  return false;
}

[[noreturn]] void refuse(std::string_view wish, const Columns& columns, const std::string& file) {
  require(!columns.names.empty(), "{}: there is no column '{}': its {} columns have no names{}",
          file, excerpt(wish), columns.count, columns.hint());
  const std::vector<std::string_view> all(columns.names.begin(), columns.names.end());
  const std::span shown(all.data(), std::min(all.size(), names_shown));
  fail("{}: there is no column '{}'{} (there are: {}{})", file, excerpt(wish),
       did_you_mean(wish, all), fmt::join(shown, ", "), shown.size() < all.size() ? ", ..." : "");
}

/// The position of the column called `name`, or -1.
Index named(std::string_view name, const Columns& columns, const std::string& file) {
  const auto& names = columns.names;
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return -1;
  require(std::find(found + 1, names.end(), name) == names.end(), "{}: two columns are called '{}'",
          file, name);
  return found - names.begin();
}

Index find(const std::string& wish, std::string_view otherwise, const Columns& columns,
           const std::string& file) {
  if (wish.empty()) return named(otherwise, columns, file);
  const Index by_name = named(wish, columns, file);
  if (by_name >= 0) return by_name;
  long position = 0;
  if (!parse_integer(wish, position)) refuse(wish, columns, file);
  const Index from_start = position < 0 ? position + columns.count : position;
  require(from_start >= 0 && from_start < columns.count,
          "{}: there is no column {}: there are {} columns", file, position, columns.count);
  return from_start;
}

Columns with_roles(Columns columns, const ReadOptions& options, const std::string& file) {
  columns.label = find(options.label, "label", columns, file);
  columns.id = find(options.id, "id", columns, file);
  if (columns.label >= 0 && columns.label == columns.id) {
    fail("{}: {} cannot be both the label and the id", file, columns.describe(columns.label));
  }
  require(columns.features() > 0, "{}: has no feature columns", file);
  return columns;
}

}  // namespace

bool Columns::has_name(Index column) const {
  return !names.empty() && !names[static_cast<std::size_t>(column)].empty();
}

std::string Columns::describe(Index column) const {
  return has_name(column)
             ? fmt::format("column '{}'", excerpt(names[static_cast<std::size_t>(column)]))
             : fmt::format("column {}", column);
}

std::string Columns::locate(Index column) const {
  return has_name(column) ? fmt::format("{} ({})", describe(column), column) : describe(column);
}

std::string_view Columns::hint() const {
  return unsure ? " (if the first line names the columns, use option header=yes)" : "";
}

Columns find_columns(std::span<const std::string_view> first_line, const ReadOptions& options,
                     const std::string& file) {
  Columns columns{.count = std::ssize(first_line)};
  const bool header = is_header(first_line, options);
  if (header) columns.names.assign(first_line.begin(), first_line.end());
  columns.unsure = !header && options.header == "auto" && has_words(first_line, columns);
  columns = with_roles(std::move(columns), options, file);
  columns.unsure = columns.unsure && has_words(first_line, columns);
  return columns;
}

Columns find_columns(Index count, const ReadOptions& options, const std::string& file) {
  return with_roles({.count = count}, options, file);
}

}  // namespace mahala::reading
