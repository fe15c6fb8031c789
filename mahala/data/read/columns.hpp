/// @file
/// Which columns of a table are features, the label and the id.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/read/read.hpp"

namespace mahala::reading {

struct Columns {
  Index count = 0;
  Index label = -1, id = -1;            ///< positions, or -1
  std::vector<std::string> names = {};  ///< empty if the file has no header
  bool unsure = false;  ///< no header was seen, but a feature of the first line is not a number

  Index features() const { return count - (label >= 0) - (id >= 0); }
  bool is_feature(Index column) const { return column != label && column != id; }
  bool has_name(Index column) const;

  std::string describe(Index column) const;  ///< "column 'width'", or "column 3" without name
  std::string locate(Index column) const;    ///< "column 'width' (3)", or "column 3"
  std::string_view hint() const;             ///< ends an error of the first line if unsure, or ""
};

/// Decides what the columns are from the first line of a file and the user's wishes. Error if
/// an asked-for column is not there, or no column is left for the features.
Columns find_columns(std::span<const std::string_view> first_line, const ReadOptions& options,
                     const std::string& file);

/// The same for `count` columns that have no names.
Columns find_columns(Index count, const ReadOptions& options, const std::string& file);

}  // namespace mahala::reading
