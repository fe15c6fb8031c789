/// @file
/// Rows of text under a header, for the terminal, HTML and Markdown.
#pragma once

#include <string>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

enum class Align { left, right };

class Table {
 public:
  /// `align` gives each column's side; by default the first column (names) is set
  /// left and the others (numbers) right.
  explicit Table(std::vector<std::string> header, std::vector<Align> align = {});

  /// Error unless it has one cell per column.
  void add(std::vector<std::string> row);

  bool empty() const { return rows_.empty(); }

  /// Aligned text: header, a rule, the rows; two spaces between columns, none at line ends.
  std::string str() const;

  /// The same in at most `width` columns of a terminal: columns that do not fit stand below in a
  /// table of their own, with the first column again. Only a column that is too wide beside the
  /// first one alone goes beyond.
  std::string str(Index width) const;

  /// A <table> element.
  std::string html() const;

  /// A table of Markdown; bars in cells are escaped.
  std::string markdown() const;

 private:
  std::vector<Index> widths() const;
  Table columns(std::size_t begin, std::size_t end) const;  ///< behind the first one

  std::vector<std::string> header_;
  std::vector<Align> align_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace mahala
