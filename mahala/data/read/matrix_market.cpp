// Matrix Market exchange files. Rows are samples, columns features, counted from 1:
//
//   %%MatrixMarket matrix coordinate|array real|integer|pattern general|symmetric
//   % comments
//   rows columns [entries]
//   row column value       (array: values only, column after column)
//
// Symmetric files hold the lower triangle. Coordinates give sparse samples, arrays dense ones.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>

#include "mahala/core/error.hpp"
#include "mahala/data/file/chunks.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/file/token.hpp"
#include "mahala/data/read/formats.hpp"

namespace mahala::reading {
namespace {

constexpr std::string_view banner = "%%matrixmarket";
constexpr Index largest_extent = std::numeric_limits<std::int32_t>::max();
/// Rows without entries take memory too; a few bytes must not ask for gigabytes.
constexpr Index rows_always_fine = 1'000'000, most_rows_per_entry = 64;

struct Entry {
  std::int32_t sample = 0, feature = 0;
  double value = 0;
};

class MatrixMarket {
 public:
  MatrixMarket(Source& source, const ReadOptions& options) : source_(source), options_(options) {}

  Dataset read() {
    read_banner();
    read_size();
    Dataset data;
    if (coordinate_) {
      data.x = Samples(Samples::Storage(std::in_place_type<SparseMatrix>, sparse()));
    } else {
      data.x = Samples(dense());
    }
    return data;
  }

 private:
  void read_banner();
  void read_size();
  bool next_line();
  SparseMatrix sparse();
  SparseMatrix compressed(std::vector<Entry> entries) const;
  Matrix dense();
  void add_entry(Chunks<Entry>& entries);
  Index extent(std::string_view what, Index high);
  double value();
  void check_line_ends();
  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> message, Args&&... args) const {
    fail("{}:{}: {}", source_.name(), source_.line_number(),
         fmt::format(message, std::forward<Args>(args)...));
  }

  Source& source_;
  const ReadOptions& options_;
  bool coordinate_ = false, pattern_ = false, symmetric_ = false;
  Index rows_ = 0, columns_ = 0, entries_ = 0;
  std::string_view line_;  ///< what is left of it
};

void MatrixMarket::read_banner() {
  const auto one_of = [&](std::initializer_list<std::string_view> words) {
    const std::string_view token = take_token(line_);
    for (const std::string_view word : words) {
      if (equal_in_any_case(token, word)) return word;
    }
    refuse("'{}' is not {}", excerpt(token), fmt::join(words, " or "));
  };
  require(source_.line(line_) && equal_in_any_case(take_token(line_), banner),
          "{}: is not a Matrix Market file", source_.name());
  one_of({"matrix"});
  coordinate_ = one_of({"coordinate", "array"}) == "coordinate";
  pattern_ = one_of({"real", "integer", "double", "pattern"}) == "pattern";
  symmetric_ = one_of({"general", "symmetric"}) == "symmetric";
  check_line_ends();
  if (pattern_ && !coordinate_) refuse("an array cannot be a pattern");
}

/// The next line that is neither blank nor a comment.
bool MatrixMarket::next_line() {
  while (source_.line(line_)) {
    const auto first = line_.find_first_not_of(" \t\r");
    if (first != std::string_view::npos && line_[first] != '%') return true;
  }
  return false;
}

Index MatrixMarket::extent(std::string_view what, Index high) {
  const std::string_view token = take_token(line_);
  long number = 0;
  if (!parse_integer(token, number) || number < 0) {
    refuse("'{}' is not the {}", excerpt(token), what);
  }
  if (number > high) refuse("the {} {} is above {}", what, number, high);
  return number;
}

void MatrixMarket::check_line_ends() {
  const std::string_view token = take_token(line_);
  if (!token.empty()) refuse("'{}' follows the last number", excerpt(token));
}

void MatrixMarket::read_size() {
  require(next_line(), "{}: ends before its size", source_.name());
  rows_ = extent("number of rows", largest_extent);
  columns_ = extent("number of columns", largest_extent);
  if (coordinate_) {
    entries_ = extent("number of entries", std::numeric_limits<Index>::max() / 64);
    if (rows_ > rows_always_fine && rows_ / most_rows_per_entry > entries_) {
      refuse("{} rows have only {} entries", rows_, entries_);
    }
  }
  check_line_ends();
  if (symmetric_ && rows_ != columns_) refuse("a {} x {} matrix is not symmetric", rows_, columns_);
  require(rows_ > 0, "{}: holds no samples", source_.name());
  require(columns_ > 0, "{}: holds no features", source_.name());
}

double MatrixMarket::value() {
  const std::string_view token = take_token(line_);
  double number = 0;
  const Parsed parsed = parse_number(token, number);
  const bool missing = parsed == Parsed::missing && !token.empty();
  if (parsed == Parsed::number || (missing && options_.keep_missing)) return number;
  if (token.empty()) refuse("the value is not there");
  refuse("{}", complaint(parsed, token, options_.missing_advice));
}

void MatrixMarket::add_entry(Chunks<Entry>& entries) {
  const Index row = extent("row", rows_), column = extent("column", columns_);
  if (row == 0 || column == 0) refuse("rows and columns count from 1");
  const double number = pattern_ ? 1 : value();
  check_line_ends();
  if (symmetric_ && row < column) refuse("symmetric files hold the lower triangle only");
  const auto i = static_cast<std::int32_t>(row - 1), j = static_cast<std::int32_t>(column - 1);
  *entries.grow(1) = {.sample = i, .feature = j, .value = number};
  if (symmetric_ && i != j) *entries.grow(1) = {.sample = j, .feature = i, .value = number};
}

SparseMatrix MatrixMarket::sparse() {
  Chunks<Entry> chunks;
  Index count = 0;
  for (; next_line(); ++count) {
    if (count == entries_) refuse("more than the {} entries promised", entries_);
    add_entry(chunks);
  }
  require(count == entries_, "{}: is truncated: {} entries, expected {}", source_.name(), count,
          entries_);
  std::vector<Entry> entries(chunks.size());
  chunks.move_to(entries.data());
  return compressed(std::move(entries));
}

SparseMatrix MatrixMarket::compressed(std::vector<Entry> entries) const {
  const auto place = [](const Entry& e) { return std::pair(e.sample, e.feature); };
  const auto before = [&](const Entry& a, const Entry& b) { return place(a) < place(b); };
  if (!std::is_sorted(entries.begin(), entries.end(), before)) {
    std::sort(entries.begin(), entries.end(), before);
  }
  const auto twice =
      std::adjacent_find(entries.begin(), entries.end(),
                         [&](const Entry& a, const Entry& b) { return place(a) == place(b); });
  require(twice == entries.end(), "{}: row {}, column {} occurs twice", source_.name(),
          twice == entries.end() ? 0 : twice->sample + 1,
          twice == entries.end() ? 0 : twice->feature + 1);
  std::erase_if(entries, [](const Entry& e) { return e.value == 0; });
  SparseMatrix x(columns_, rows_);
  x.resizeNonZeros(std::ssize(entries));
  for (std::size_t k = 0; k < entries.size(); ++k) {
    x.innerIndexPtr()[k] = entries[k].feature;
    x.valuePtr()[k] = entries[k].value;
    ++x.outerIndexPtr()[entries[k].sample + 1];
  }
  std::partial_sum(x.outerIndexPtr(), x.outerIndexPtr() + rows_ + 1, x.outerIndexPtr());
  return x;
}

/// Both extents are below 2^31, so their product fits.
Matrix MatrixMarket::dense() {
  const Index expected = symmetric_ ? rows_ * (rows_ + 1) / 2 : rows_ * columns_;
  Chunks<double> chunks;
  while (next_line()) {
    if (static_cast<Index>(chunks.size()) == expected) refuse("more than {} values", expected);
    *chunks.grow(1) = value();
    check_line_ends();
  }
  require(static_cast<Index>(chunks.size()) == expected, "{}: is truncated: {} values, expected {}",
          source_.name(), chunks.size(), expected);
  Matrix by_column(symmetric_ ? expected : rows_, symmetric_ ? 1 : columns_);
  chunks.move_to(by_column.data());
  if (!symmetric_) return by_column.transpose();
  Matrix x(rows_, rows_);
  const double* next = by_column.data();
  for (Index j = 0; j < rows_; ++j) {
    for (Index i = j; i < rows_; ++i) x(i, j) = x(j, i) = *next++;
  }
  return x;
}

}  // namespace

Evidence matrix_market_evidence(const Source& source) {
  return evidence_if(equal_in_any_case(source.peek().substr(0, banner.size()), banner),
                     Evidence::magic);
}

Dataset read_matrix_market(Source& source, const ReadOptions& options) {
  require(options.label.empty() && options.id.empty(),
          "{}: Matrix Market files have no {} column to choose", source.name(),
          options.id.empty() ? "label" : "id");
  return MatrixMarket(source, options).read();
}

}  // namespace mahala::reading
