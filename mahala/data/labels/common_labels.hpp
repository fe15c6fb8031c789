/// @file
/// Labels of two data sets that speak of the same classes.
#pragma once

#include <utility>

#include "mahala/data/labels/labels.hpp"

namespace mahala {

/// Both renumbered by one list of names, so that ids can be compared.
std::pair<Labels, Labels> common_labels(const Labels& a, const Labels& b);

}  // namespace mahala
