/// @file
/// Which columns of a table are features, and how columns of text become numbers.
#pragma once

#include <string>
#include <vector>

#include "mahala/core/types.hpp"

namespace mahala {

struct TableColumn {
  std::string name = {};                     ///< in the header; its position where there is none
  std::vector<std::string> categories = {};  ///< of text: a 0/1 feature each; empty: of numbers
};

/// Kept by a model whose columns were chosen or encoded, so that other tables are read alike:
/// columns are found by name, and a category that is not listed is none of them.
struct TableForm {
  std::vector<TableColumn> columns = {};

  Index dim() const;
  std::vector<std::string> features() const;  ///< "width", "colour=red"
};

/// Columns of numbers of these names.
TableForm number_columns(const std::vector<std::string>& names);

}  // namespace mahala
