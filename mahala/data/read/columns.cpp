#include "mahala/data/read/columns.hpp"

#include <algorithm>
#include <cctype>

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
         names_a_cell(options.id, cells) || names_a_cell(options.group, cells);
}

bool has_words(std::span<const std::string_view> cells, const Columns& columns) {
  for (Index k = 0; const std::string_view cell : cells) {
    const bool counts = columns.place.empty() || columns.is_feature(k);
    if (counts && !is_number_or_missing(cell)) return true;
    ++k;
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

/// Could `find` find it?
bool is_there(const std::string& wish, const Columns& columns, const std::string& file) {
  long ignored = 0;
  return named(wish, columns, file) >= 0 || parse_integer(wish, ignored);
}

/// The columns a list names, in its order.
std::vector<Index> find_all(const std::string& list, const Columns& columns,
                            const std::string& file) {
  std::vector<Index> found;
  for (const std::string& wish : listed(list)) {
    found.push_back(find(wish, "", columns, file));
    require(std::count(found.begin(), found.end(), found.back()) == 1, "{}: {} is named twice",
            file, columns.describe(found.back()));
  }
  return found;
}

/// What a column is besides a feature; "" = nothing.
std::string_view role_of(Index column, const Columns& columns) {
  if (column == columns.label) return "the label";
  if (column == columns.id) return "the id";
  return column == columns.group ? "the group" : "";
}

/// Has a file without names as many features as a model takes columns, all of numbers, by name?
bool fits_without_names(const TableForm& table, const Columns& columns) {
  if (!columns.names.empty() || columns.count != std::ssize(table.columns)) return false;
  return std::ranges::all_of(table.columns, [](const TableColumn& column) {
    long position = 0;
    return column.categories.empty() && !parse_integer(column.name, position);
  });
}

/// The columns that a model takes, in its order.
std::vector<Index> of_model(const TableForm& table, const Columns& columns,
                            const std::string& file) {
  std::vector<Index> chosen;
  if (fits_without_names(table, columns)) {
    for (Index k = 0; k < columns.count; ++k) chosen.push_back(k);
    return chosen;
  }
  for (const TableColumn& column : table.columns) {
    Index at = named(column.name, columns, file);
    long position = -1;
    if (at < 0 && columns.names.empty() && parse_integer(column.name, position) && position >= 0 &&
        position < columns.count) {
      at = position;
    }
    require(at >= 0, "{}: there is no column '{}', which the model takes", file,
            excerpt(column.name));
    chosen.push_back(at);
  }
  return chosen;
}

/// Without wishes all columns that are nothing else.
std::vector<Index> feature_columns(const Columns& columns, const ReadOptions& options,
                                   const std::string& file) {
  if (options.table) return of_model(*options.table, columns, file);
  std::vector<Index> chosen = find_all(options.columns, columns, file);
  for (const Index column : chosen) {
    require(role_of(column, columns).empty(), "{}: {} is {} and cannot be a feature", file,
            columns.describe(column), role_of(column, columns));
  }
  if (options.columns.empty()) {
    for (Index k = 0; k < columns.count; ++k) {
      if (role_of(k, columns).empty()) chosen.push_back(k);
    }
  }
  for (const Index dropped : find_all(options.drop, columns, file)) std::erase(chosen, dropped);
  return chosen;
}

void check_roles(const Columns& columns, const std::string& file) {
  const std::pair<Index, std::string_view> roles[] = {
      {columns.label, "label"}, {columns.id, "id"}, {columns.group, "group"}};
  for (const auto& [column, role] : roles) {
    for (const auto& [other, other_role] : roles) {
      if (column < 0 || column != other || role == other_role) continue;
      // The class may well be what holds samples together.
      if (role != "id" && other_role != "id") continue;
      fail("{}: {} cannot be both the {} and the {}", file, columns.describe(column), role,
           other_role);
    }
  }
}

/// A role that nobody asked for does not keep a column from being dropped.
Index unless_dropped(Index column, const std::string& wish, const std::vector<Index>& dropped,
                     const Columns& columns, const std::string& file) {
  if (std::find(dropped.begin(), dropped.end(), column) == dropped.end()) return column;
  require(wish.empty(), "{}: {} cannot be both asked for and dropped", file,
          columns.describe(column));
  return -1;
}

Columns with_roles(Columns columns, const ReadOptions& options, const std::string& file) {
  const std::vector<Index> dropped = find_all(options.drop, columns, file);
  const auto settle = [&](const std::string& wish, std::string_view otherwise) {
    return unless_dropped(find(wish, otherwise, columns, file), wish, dropped, columns, file);
  };
  const bool own = options.own_labels_will_do && !is_there(options.label, columns, file);
  columns.label = settle(own ? "" : options.label, "label");
  columns.id = settle(options.id, "id");
  if (!options.group.empty()) columns.group = settle(options.group, "");
  check_roles(columns, file);
  columns.chosen = options.table || !options.columns.empty() || !options.drop.empty();
  columns.place.assign(static_cast<std::size_t>(columns.count), -1);
  for (Index place = 0; const Index column : feature_columns(columns, options, file)) {
    columns.place[static_cast<std::size_t>(column)] = place++;
  }
  require(columns.features() > 0, "{}: has no feature columns", file);
  return columns;
}

}  // namespace

Index Columns::features() const {
  return std::count_if(place.begin(), place.end(), [](Index at) { return at >= 0; });
}

bool Columns::all_in_order() const {
  for (Index k = 0; k < count; ++k) {
    if (place[static_cast<std::size_t>(k)] != k) return false;
  }
  return true;
}

std::vector<std::string> Columns::feature_names() const {
  std::vector<std::string> chosen_names(static_cast<std::size_t>(features()));
  for (Index k = 0; k < count; ++k) {
    if (!is_feature(k)) continue;
    chosen_names[static_cast<std::size_t>(place[static_cast<std::size_t>(k)])] =
        names.empty() ? std::to_string(k) : names[static_cast<std::size_t>(k)];
  }
  return chosen_names;
}

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

std::string ways_out(std::string_view column, std::string_view cell) {
  const auto first = static_cast<unsigned char>(cell.empty() ? ' ' : cell[0]);
  if (std::isalpha(first) == 0 && first < 0x80) return "";
  return fmt::format(
      "; leave the column out (option drop={0}), make a 0/1 feature of each of its values (option "
      "encode=one-hot), or say what else it is (option label={0}, option id={0}, option group={0})",
      column);
}

std::vector<std::string> listed(std::string_view text) {
  std::vector<std::string> parts;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    parts.emplace_back(trimmed(rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return parts;
}

}  // namespace mahala::reading
