/// @file
/// Internal: how a model file keeps which columns of a table are features, as metadata.
///
///   table   a JSON array with one array a column: its name and, of text, its categories
#pragma once

#include <optional>

#include "mahala/data/file/safetensors.hpp"
#include "mahala/data/table_form.hpp"

namespace mahala {

void add_table(const TableForm& table, Metadata& metadata);

/// None if there is no such metadata; Error if it is no such array.
std::optional<TableForm> read_table(const Metadata& metadata);

/// Error unless the columns give `dim` features, and categories ascend.
void check_table(const TableForm& table, Index dim);

}  // namespace mahala
