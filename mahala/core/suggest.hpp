/// @file
/// "Did you mean ...": the nearest of the names that exist.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mahala {

/// At most `most` candidates within an edit distance (a swap of neighbours counts one) from `typed`
/// of a third of its length plus one, the nearest first.
std::vector<std::string_view> nearest_names(std::string_view typed,
                                            std::span<const std::string_view> candidates,
                                            std::size_t most);

/// The nearest of them, or "".
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> candidates);

/// "; did you mean 'psd-flat' or 'spd-flat'?", or "" where nothing is near: to be appended to a
/// message.
std::string did_you_mean(std::string_view typed, std::span<const std::string_view> candidates,
                         std::size_t most = 1);

}  // namespace mahala
