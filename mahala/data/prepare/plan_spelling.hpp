/// @file
/// American spellings in plans of preparation, which models keep in British ones.
#pragma once

#include <string>
#include <string_view>

namespace mahala {

/// "standardize,pca:5" -> "standardise,pca:5", "center" -> "centre"; whatever else is left as it
/// is.
std::string canonical_plan(std::string_view plan);

}  // namespace mahala
