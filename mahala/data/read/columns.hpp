/// @file
/// Which columns of a table are features, the label, the id and the group.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mahala/data/read/read.hpp"

namespace mahala::reading {

struct Columns {
  Index count = 0;
  Index label = -1, id = -1, group = -1;  ///< positions, or -1
  std::vector<std::string> names = {};    ///< empty if the file has no header
  bool unsure = false;  ///< no header was seen, but a feature of the first line is not a number

  /// By position: the place among the features, -1 for none. Columns that are features have
  /// distinct places.
  std::vector<Index> place = {};
  bool chosen = false;  ///< not simply all that are left, in their order

  Index features() const;
  bool is_feature(Index column) const { return place[static_cast<std::size_t>(column)] >= 0; }
  bool all_in_order() const;  ///< every column is a feature, where it stands
  bool has_name(Index column) const;

  /// Names by place; positions where there are none.
  std::vector<std::string> feature_names() const;

  std::string describe(Index column) const;  ///< "column 'width'", or "column 3" without name
  std::string locate(Index column) const;    ///< "column 'width' (3)", or "column 3"
  std::string_view hint() const;             ///< ends an error of the first line if unsure, or ""
};

/// Decides what the columns are from the first line of a file and the user's wishes. Error if
/// an asked-for column is not there, has two roles, or no column is left for the features.
Columns find_columns(std::span<const std::string_view> first_line, const ReadOptions& options,
                     const std::string& file);

/// The same for `count` columns that have no names.
Columns find_columns(Index count, const ReadOptions& options, const std::string& file);

/// What to do about a column of text, as the end of a message about this cell of it; "" if the cell
/// is no word and may well be a misprint.
std::string ways_out(std::string_view column, std::string_view cell);

/// The parts of a list separated by commas, without spaces around them.
std::vector<std::string> listed(std::string_view text);

}  // namespace mahala::reading
