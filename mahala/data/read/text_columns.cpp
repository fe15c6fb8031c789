#include "mahala/data/read/text_columns.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "mahala/core/error.hpp"
#include "mahala/core/utf8.hpp"
#include "mahala/data/file/number.hpp"
#include "mahala/data/read/array.hpp"

namespace mahala::reading {
namespace {

/// More are no categories but names: of samples, places, people.
constexpr std::size_t most_categories = 1000;

/// What the categories of one table did not hold.
struct Unknown {
  Index cells = 0;
  std::string column = {}, text = {};  ///< of the first
};

/// Fills rows `first` .. of x with the 0/1 features of the texts.
void fill(const std::vector<std::string>& texts, const TableColumn& column, Index first, Matrix& x,
          Unknown& unknown) {
  for (Index i = 0; i < x.cols(); ++i) {
    const std::string& text = texts[static_cast<std::size_t>(i)];
    if (text.empty()) continue;
    const auto& known = column.categories;
    const auto found = std::lower_bound(known.begin(), known.end(), text);
    if (found != known.end() && *found == text) {
      x(first + (found - known.begin()), i) = 1;
    } else if (unknown.cells++ == 0) {
      unknown.column = column.name;
      unknown.text = text;
    }
  }
}

std::string remark_on(const Unknown& unknown, const std::string& file) {
  return fmt::format(
      "{}: column '{}': the model knows no category '{}'; {} cell{} of unknown categories count{} "
      "as none of them (all zeros)",
      file, excerpt(unknown.column), excerpt(unknown.text), unknown.cells,
      unknown.cells == 1 ? "" : "s", unknown.cells == 1 ? "s" : "");
}

}  // namespace

bool TextColumns::accepts(Index place) const {
  if (!options_.table) return options_.encode == "one-hot";
  return !options_.table->columns[static_cast<std::size_t>(place)].categories.empty();
}

void TextColumns::add(Index place, Index row, std::string_view text) {
  columns_[place].cells.emplace_back(row, utf8(std::string(text)));
}

void TextColumns::add_missing(Index place, Index line) {
  Index& first = columns_[place].missing_line;
  if (first == 0) first = line;
}

/// Every cell of a column of text; "" for missing ones.
std::vector<std::string> TextColumns::texts_of(const Matrix& x, Index place) const {
  std::vector<std::string> texts(static_cast<std::size_t>(x.cols()));
  for (Index i = 0; i < x.cols(); ++i) {
    if (!std::isnan(x(place, i))) texts[static_cast<std::size_t>(i)] = name_of(x(place, i));
  }
  const auto found = columns_.find(place);
  if (found == columns_.end()) return texts;
  for (const auto& [row, text] : found->second.cells) texts[static_cast<std::size_t>(row)] = text;
  return texts;
}

TableForm TextColumns::form_of(const Matrix& x, const std::vector<std::string>& names,
                               const std::string& file) const {
  if (options_.table) return *options_.table;
  TableForm form;
  for (Index place = 0; place < std::ssize(names); ++place) {
    const std::string& name = names[static_cast<std::size_t>(place)];
    form.columns.push_back({.name = name});
    const auto column = columns_.find(place);
    if (column == columns_.end()) continue;
    if (column->second.cells.empty()) {
      require(options_.keep_missing, "{}:{}: column '{}': {}", file, column->second.missing_line,
              excerpt(name), complaint(Parsed::missing, "", options_.missing_advice));
      continue;
    }
    const auto texts = texts_of(x, place);
    std::set<std::string> different(texts.begin(), texts.end());
    different.erase("");
    require(different.size() <= most_categories,
            "{}: column '{}' has {} different values, too many for a feature each (at most {}); "
            "leave it out (option drop={}), or say what else it is (option label, option id)",
            file, excerpt(name), different.size(), most_categories, name);
    form.columns.back().categories.assign(different.begin(), different.end());
  }
  return form;
}

void TextColumns::encode(Matrix x, std::vector<std::string> names, bool chosen,
                         const std::string& file, Dataset& data) {
  if (!chosen && options_.encode == "none") {
    data.x = Samples(std::move(x));
    return;
  }
  const TableForm form = form_of(x, names, file);
  Matrix encoded = Matrix::Zero(form.dim(), x.cols());
  Unknown unknown;
  Index first = 0;
  for (Index place = 0; place < std::ssize(form.columns); ++place) {
    const TableColumn& column = form.columns[static_cast<std::size_t>(place)];
    if (column.categories.empty()) {
      encoded.row(first++) = x.row(place);
    } else {
      fill(texts_of(x, place), column, first, encoded, unknown);
      first += std::ssize(column.categories);
    }
  }
  columns_.clear();
  data.x = Samples(std::move(encoded));
  data.features = form.features();
  data.table = form;
  if (unknown.cells > 0 && !std::exchange(told_, true)) {
    data.remarks.push_back(remark_on(unknown, file));
  }
}

}  // namespace mahala::reading
