/// @file
/// Constraints as CSV files with a header. Samples are named by 0-based index or, where
/// the data set has ids, by id; labels by name. Cells with several entries separate
/// them by semicolons. Columns come in any order.
///
///   pairs      i,j,same[,value][,weight]       same: 1, +1, true, yes, same or must-link, else 0,
///                                              -1, false, no, different or cannot-link
///              i,j,relation[,value][,weight]   relation: =, <= or >=, or a word as above;
///                                              value: a squared distance; without that column
///                                              bounds are open (open_bounds.hpp);
///                                              j may be "origin": the squared length of x_i
///   triplets   query,near,far[,weight]
///   sets       query,near,far                  3,4;9;12,0;7
///   rankings   sample,relevant                 3,sport;politics
///   forms      form,relation,value[,weight],factor,i,j          a term a line; those of one `form`
///                                              add up: factor times d^2(x_i, x_j), j may be
///                                              "origin"; value: of any sign, the same in all lines
///              form,relation,value[,weight],factor,row,column   factor times W of two features, by
///                                              name or 0-based number
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "mahala/data/constraints/constraints.hpp"

namespace mahala {

/// What people write for "same" (<=) and "different" (>=), as above and in any case; nothing for
/// other words.
std::optional<Relation> relation_called(std::string_view text);

/// Reads constraints of one kind (pairs, triplets, sets or rankings). Error with file, line and
/// reason: a cell that says nothing, a sample joined to itself or near and far at once, a row that
/// contradicts an earlier one. A cell that is an id names that sample, even if it looks like an
/// index.
Constraints read_constraints(Supervision kind, const std::filesystem::path& path,
                             const Dataset& data);

/// Pairs to be scored, a CSV file with the columns i and j: i is a sample of `left`, j of `right`,
/// which may be the very same object: then a file that says what is the same has to be one that
/// `read_constraints` takes. Else what it says besides is only checked to make sense. The file is
/// read several times. Error with file, line and column.
std::vector<std::pair<Index, Index>> read_sample_pairs(const std::filesystem::path& path,
                                                       const Dataset& left, const Dataset& right);

/// Writes them in the same form, by id where the data set has ids.
void write_constraints(const Constraints& constraints, const Dataset& data,
                       const std::filesystem::path& path);

}  // namespace mahala
