/// @file
/// Learners that were compared, as a table and as JSON.
#pragma once

#include <string>

#include "cli/flags/common.hpp"
#include "mahala/compare/comparison.hpp"

namespace mahala::cli {

/// Aligned text, or a table of Markdown; marks are explained below it.
std::string comparison_table(const Comparison& comparison, bool markdown = false);

Json to_json(const Comparison& comparison);

}  // namespace mahala::cli
