/// @file
/// Columns of text in tables of numbers, and the 0/1 features they become (one-hot).
///
/// A table is read as numbers, NaN where a cell is text or missing, and the texts are kept beside.
/// When the samples are taken, a column with any text gives one feature for each of its categories,
/// in alphabetical order, or for each of those a model knows. A cell of such a column that is a
/// number is the category that number is written as; a missing one is no category.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mahala/data/dataset.hpp"
#include "mahala/data/read/read.hpp"

namespace mahala::reading {

class TextColumns {
 public:
  explicit TextColumns(const ReadOptions& options) : options_(options) {}

  /// May the column at this place of the table be text?
  bool accepts(Index place) const;

  /// All categories have to be seen before a sample can be given.
  bool needs_all() const { return options_.encode == "one-hot" && !options_.table; }

  /// A cell that is no number, of the row that is the `row`-th since the last `encode`.
  void add(Index place, Index row, std::string_view text);
  void add_missing(Index place, Index line);

  /// x has a row a column of the table, called `names`; data gets what becomes of it, and a form if
  /// columns were chosen or encoded. Error for a missing cell in a column of numbers, or a column
  /// of too many categories.
  void encode(Matrix x, std::vector<std::string> names, bool chosen, const std::string& file,
              Dataset& data);

 private:
  struct Column {
    std::vector<std::pair<Index, std::string>> cells = {};  ///< row and text
    Index missing_line = 0;                                 ///< of the first one; 0 = none
  };

  TableForm form_of(const Matrix& x, const std::vector<std::string>& names,
                    const std::string& file) const;
  std::vector<std::string> texts_of(const Matrix& x, Index place) const;

  ReadOptions options_;
  std::map<Index, Column> columns_ = {};  ///< by place: those with text or missing cells
  bool told_ = false;                     ///< that a category is not known
};

}  // namespace mahala::reading
