/// @file
/// "Did you mean ...": the nearest of the names that exist.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mahala {

/// The candidates nearest to `typed` by edit distance (a swap of neighbours counts one), if that is
/// at most a third of its length plus one (for three letters: one); the first `most` of several.
std::vector<std::string_view> nearest_names(std::string_view typed,
                                            std::span<const std::string_view> candidates,
                                            std::size_t most);

/// "; did you mean 'lms' or 'lsa'?", or "" where nothing is near: to be appended to a
/// message.
std::string did_you_mean(std::string_view typed, std::span<const std::string_view> candidates,
                         std::size_t most = 1);

}  // namespace mahala
