#include "mahala/model/model_table.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "mahala/core/error.hpp"
#include "mahala/core/utf8.hpp"

namespace mahala {
namespace {

using nlohmann::json;

const std::string table_name = "table";

TableColumn read_column(const json& texts) {
  const bool sound =
      texts.is_array() && !texts.empty() &&
      std::all_of(texts.begin(), texts.end(), [](const json& text) { return text.is_string(); });
  require(sound, "metadata {} holds a column that is no array of texts", table_name);
  TableColumn column{.name = texts[0].get<std::string>()};
  for (std::size_t k = 1; k < texts.size(); ++k) {
    column.categories.push_back(texts[k].get<std::string>());
  }
  return column;
}

}  // namespace

void add_table(const TableForm& table, Metadata& metadata) {
  json columns = json::array();
  for (const TableColumn& column : table.columns) {
    json texts = {utf8(column.name)};
    for (const std::string& category : column.categories) texts.push_back(utf8(category));
    columns.push_back(std::move(texts));
  }
  metadata[table_name] = columns.dump();
}

std::optional<TableForm> read_table(const Metadata& metadata) {
  const auto found = metadata.find(table_name);
  if (found == metadata.end()) return std::nullopt;
  const json columns = json::parse(found->second, nullptr, false);
  require(columns.is_array(), "metadata {} is no JSON array", table_name);
  TableForm table;
  for (const json& column : columns) table.columns.push_back(read_column(column));
  return table;
}

void check_table(const TableForm& table, Index dim) {
  require(table.dim() == dim, "{} columns give {} features where {} were expected",
          table.columns.size(), table.dim(), dim);
  for (const TableColumn& column : table.columns) {
    const auto& known = column.categories;
    require(std::adjacent_find(known.begin(), known.end(), std::greater_equal()) == known.end(),
            "the categories of column '{}' are not in order", column.name);
  }
}

}  // namespace mahala
