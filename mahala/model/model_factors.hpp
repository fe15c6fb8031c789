/// @file
/// Internal: which factors and labels a model of each kind has, on either side of a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mahala/model/model.hpp"

namespace mahala {

/// Error unless the factors, the identity and the labels make a model of its kind.
void check_factors(const Model& model);

/// Names as a JSON array of texts: they may hold line ends, or be empty.
std::string write_names(const std::vector<std::string>& names);

/// Error naming `what` unless `text` is such an array.
std::vector<std::string> read_names(std::string_view what, std::string_view text);

}  // namespace mahala
