/// @file
/// What a search found, one row for each query and neighbour.
///
///   query,rank,item,distance      (or score)
///
/// Samples go by their ids, or by their numbers from 0 where they have none; ranks begin at 1;
/// distances are squared.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/flags/common.hpp"
#include "mahala/search/neighbours.hpp"

namespace mahala::cli {

struct NamedNeighbours {
  const Neighbours& found;  ///< rows of item -1 are left out
  const std::vector<std::string>& queries;
  const std::vector<std::string>& items;
  std::string_view number = "distance";  ///< the name of the last column
};

/// In the format of the name (table_file.hpp).
void write_rows(const NamedNeighbours& neighbours, const std::filesystem::path& path);
void print_rows(const NamedNeighbours& neighbours);  ///< CSV on standard output
Json rows_json(const NamedNeighbours& neighbours);   ///< an array of objects

}  // namespace mahala::cli
