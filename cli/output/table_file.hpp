/// @file
/// Rows of numbers and names, as a file, on standard output or in JSON.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/flags/command.hpp"
#include "cli/flags/common.hpp"

namespace mahala::cli {

struct TextTable {
  std::vector<std::string> columns;
  std::vector<std::vector<Json>> rows;  ///< numbers or texts, one for each column
};

/// ".csv", ".tsv", ".jsonl" or whatever else the name ends in, .gz left aside.
std::string table_format(const std::filesystem::path& path);

/// UsageError unless the name ends in .csv, .tsv or .jsonl, or one of these with .gz.
void check_table_name(const std::filesystem::path& path);

/// What all commands that may write a table ask of -o before they work; nothing if it was not
/// given. UsageError for a name of no format, for standard output beside --json, and for an input.
void check_table_output(const std::string& output, const Common& common,
                        const std::vector<std::filesystem::path>& inputs);

/// The id of a sample, or its number where there are no ids.
Json sample_name(const std::vector<std::string>& ids, Index sample);

/// Adds -o for a table of these columns.
Flag add_table_output(Command& command, std::string& output, const std::string& columns);

/// Writes the table to `output` and says so ("... what: output"), or prints it as CSV if there is
/// none; with --json the facts are printed, with the rows as "results" unless they went to a file.
void give_table(const TextTable& table, const std::string& output, Json facts,
                const std::string& what, const Common& common);

}  // namespace mahala::cli
