#include "cli/output/neighbour_rows.hpp"

#include <fmt/format.h>

#include <functional>

#include "cli/output/table_file.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala::cli {
namespace {

struct Row {
  Index query, rank, item;
  double distance;
};

void for_each_row(const Neighbours& found, const std::function<void(const Row&)>& visit) {
  for (Index q = 0; q < found.item.cols(); ++q) {
    for (Index r = 0; r < found.item.rows() && found.item(r, q) >= 0; ++r) {
      visit({q, r + 1, found.item(r, q), found.distance(r, q)});
    }
  }
}

std::string row_cell(const std::vector<std::string>& ids, Index i) {
  return ids.empty() ? std::to_string(i) : writing::quoted_cell(ids[static_cast<std::size_t>(i)]);
}

Json row_json(const NamedNeighbours& neighbours, const Row& row) {
  return {{"query", sample_name(neighbours.queries, row.query)},
          {"rank", row.rank},
          {"item", sample_name(neighbours.items, row.item)},
          {std::string(neighbours.number), row.distance}};
}

using EmitRow = std::function<void(const std::string& line)>;

void emit_table(const NamedNeighbours& neighbours, char separator, const EmitRow& emit) {
  emit(fmt::format("query{0}rank{0}item{0}{1}\n", separator, neighbours.number));
  for_each_row(neighbours.found, [&](const Row& row) {
    emit(fmt::format("{1}{0}{2}{0}{3}{0}{4}\n", separator, row_cell(neighbours.queries, row.query),
                     row.rank, row_cell(neighbours.items, row.item), row.distance));
  });
}

void emit_objects(const NamedNeighbours& neighbours, const EmitRow& emit) {
  for_each_row(neighbours.found, [&](const Row& row) {
    const Json json = row_json(neighbours, row);
    emit(json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  });
}

}  // namespace

void write_rows(const NamedNeighbours& neighbours, const std::filesystem::path& path) {
  writing::TextFile file(path);
  const std::string format = table_format(path);
  const EmitRow emit = [&](const std::string& line) { file << line; };
  if (format == ".jsonl") {
    emit_objects(neighbours, emit);
  } else {
    emit_table(neighbours, format == ".csv" ? ',' : '\t', emit);
  }
  file.commit();
}

void print_rows(const NamedNeighbours& neighbours) {
  emit_table(neighbours, ',', [](const std::string& line) { fmt::print("{}", line); });
}

Json rows_json(const NamedNeighbours& neighbours) {
  Json rows = Json::array();
  for_each_row(neighbours.found,
               [&](const Row& row) { rows.push_back(row_json(neighbours, row)); });
  return rows;
}

}  // namespace mahala::cli
