#include "mahala/data/table_form.hpp"

namespace mahala {

Index TableForm::dim() const {
  Index dim = 0;
  for (const TableColumn& column : columns) {
    dim += column.categories.empty() ? 1 : std::ssize(column.categories);
  }
  return dim;
}

std::vector<std::string> TableForm::features() const {
  std::vector<std::string> names;
  for (const TableColumn& column : columns) {
    if (column.categories.empty()) names.push_back(column.name);
    for (const std::string& category : column.categories) {
      names.push_back(column.name + "=" + category);
    }
  }
  return names;
}

TableForm number_columns(const std::vector<std::string>& names) {
  TableForm form;
  for (const std::string& name : names) form.columns.push_back({.name = name});
  return form;
}

}  // namespace mahala
