#include "cli/output/table_file.hpp"

#include <fmt/format.h>

#include <functional>

#include "cli/flags/exit.hpp"
#include "cli/output/announce.hpp"
#include "mahala/data/write/text_file.hpp"

namespace mahala::cli {
namespace {

using Emit = std::function<void(const std::string& line)>;

std::string cell(const Json& value) {
  if (value.is_string()) return writing::quoted_cell(value.get_ref<const std::string&>());
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  return value.dump();
}

void emit_cells(const TextTable& table, char separator, const Emit& emit) {
  const std::string between(1, separator);
  emit(fmt::format("{}\n", fmt::join(table.columns, between)));
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    for (const Json& value : row) cells.push_back(cell(value));
    emit(fmt::format("{}\n", fmt::join(cells, between)));
  }
}

Json object_of(const TextTable& table, const std::vector<Json>& row) {
  Json object = Json::object();
  for (std::size_t k = 0; k < row.size(); ++k) object[table.columns[k]] = row[k];
  return object;
}

void write_cells(const TextTable& table, const std::filesystem::path& path) {
  writing::TextFile file(path);
  const std::string format = table_format(path);
  if (format != ".jsonl") {
    emit_cells(table, format == ".csv" ? ',' : '\t', [&](const auto& line) { file << line; });
  } else {
    for (const auto& row : table.rows) {
      file << object_of(table, row).dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    }
  }
  file.commit();
}

}  // namespace

std::string table_format(const std::filesystem::path& path) {
  return writing::ending_of(writing::ending_of(path) == ".gz" ? path.stem() : path);
}

Flag add_table_output(Command& command, std::string& output, const std::string& columns) {
  return command
      .add_option("-o,--output", output,
                  "the file to write instead of standard output, .csv, .tsv or .jsonl (with .gz "
                  "too): " +
                      columns)
      .text("FILE");
}

void check_table_name(const std::filesystem::path& path) {
  const std::string format = table_format(path);
  if (format == ".csv" || format == ".tsv" || format == ".jsonl") return;
  throw UsageError(
      fmt::format("{}: the ending says no format: use .csv, .tsv or .jsonl", path.string()));
}

void check_table_output(const std::string& output, const Common& common,
                        const std::vector<std::filesystem::path>& inputs) {
  if (output.empty()) return;
  check_table_name(output);
  check_apart(output, common.json);
  check_output(output, inputs);
}

Json sample_name(const std::vector<std::string>& ids, Index sample) {
  return ids.empty() ? Json(sample) : Json(ids[static_cast<std::size_t>(sample)]);
}

void give_table(const TextTable& table, const std::string& output, Json facts,
                const std::string& what, const Common& common) {
  if (!output.empty()) write_cells(table, output);
  if (common.json) {
    if (output.empty()) {
      Json& rows = facts["results"] = Json::array();
      for (const auto& row : table.rows) rows.push_back(object_of(table, row));
    } else {
      facts["output"] = output;
    }
    return print_json(facts);
  }
  if (!output.empty()) return announce(common, output, fmt::format("{}: {}", what, output));
  emit_cells(table, ',', [](const std::string& line) { fmt::print("{}", line); });
}

}  // namespace mahala::cli
